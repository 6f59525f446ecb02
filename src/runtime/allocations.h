// What the runtime knows of an address, for the checks and reports of the layers above.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/call_stack.h"
#include "base/export.h"

namespace aclnn_cpu::runtime {

struct Allocation {
    const void* begin;
    uint64_t bytes;     // usable: the size asked for, rounded up to 32
    bool pinned_host;   // of aclrtMallocHost; else device memory
    bool freed;         // nothing else of the process lies there yet
    uint64_t number;    // no two have the same
    const char* maker;  // the exported function
    base::Origin made;
    base::Origin freed_by;

    // "allocated by aclrtMalloc at main (prog.cpp:12), freed by aclrtFree at ...": as far as it is known; empty
    // when nothing is. Takes milliseconds (base/call_stack.h).
    ACLNN_CPU_API std::string History() const;
};

// The allocation that holds the address, spare bytes included; under the checker also one that was freed a
// while ago. A lock and a look-up.
ACLNN_CPU_API std::optional<Allocation> FindRecent(const void* address);

}  // namespace aclnn_cpu::runtime
