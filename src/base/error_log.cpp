#include "base/error_log.h"

#include <deque>
#include <string>

#include <fmt/format.h>

#include "base/log.h"

namespace aclnn_cpu::base {
namespace {

constexpr size_t kMaxMessages = 64;

struct ThreadErrors {
    std::deque<std::string> newest_first;
    std::string handed_out;
};

ThreadErrors& OfThisThread() {
    thread_local ThreadErrors errors;
    return errors;
}

std::string_view ReportId(int32_t code) {
    switch (code / 100000) {
        case 1:
            return "EZ1001";
        case 3:
            return "EZ9903";
        default:
            return "EZ9999";
    }
}

}  // namespace

void RememberError(int32_t code, std::string_view message) {
    std::string line = fmt::format("{}: [{}] {}", ReportId(code), code, message);
    Log(LogLevel::kInfo, line);
    ThreadErrors& errors = OfThisThread();
    errors.newest_first.push_front(std::move(line));
    if (errors.newest_first.size() > kMaxMessages) {
        errors.newest_first.pop_back();
    }
}

int32_t Report(const Status& status) {
    if (!status.ok()) {
        RememberError(status.code(), status.message());
    }
    return status.code();
}

const char* TakeRecentErrors() {
    ThreadErrors& errors = OfThisThread();
    if (errors.newest_first.empty()) {
        return nullptr;
    }
    errors.handed_out = fmt::format("{}", fmt::join(errors.newest_first, "\n"));
    errors.newest_first.clear();
    return errors.handed_out.c_str();
}

}  // namespace aclnn_cpu::base
