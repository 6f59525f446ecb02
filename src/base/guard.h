// The border between C++ and the exported C functions: no exception crosses it.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "base/error_log.h"
#include "base/status.h"

namespace aclnn_cpu::base {

// Runs a body that returns Status, remembers its error for aclGetRecentErrMsg, and returns its code. An
// exception becomes `out_of_memory_code` (std::bad_alloc) or `internal_code`, with a message that names the
// function.
template <typename Body>
int32_t Guarded(const char* function, int32_t out_of_memory_code, int32_t internal_code,
                Body&& body) noexcept {
    try {
        try {
            return Report(body());
        } catch (const std::bad_alloc&) {
            return Report(Status(out_of_memory_code, std::string(function) + ": out of host memory"));
        } catch (const std::exception& error) {
            return Report(Status(internal_code, std::string(function) + ": " + error.what()));
        }
    } catch (...) {  // not even the message could be stored
        return internal_code;
    }
}

}  // namespace aclnn_cpu::base
