#include "register/host_call.h"

#include <cstdarg>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include "base/log.h"
#include "op_common/log/log.h"

namespace aclnn_cpu::registry {
namespace {

constexpr size_t kMaxReasonBytes = 2000;

thread_local ReasonCollector* t_collector = nullptr;

base::LogLevel LevelOf(OpLogLevel level) {
    switch (level) {
        case OpLogLevel::kDebug:
            return base::LogLevel::kDebug;
        case OpLogLevel::kInfo:
            return base::LogLevel::kInfo;
        case OpLogLevel::kWarning:
            return base::LogLevel::kWarning;
        case OpLogLevel::kError:
            break;
    }
    // What is collected reaches the caller as an error; it need not be said twice.
    return t_collector != nullptr ? base::LogLevel::kInfo : base::LogLevel::kError;
}

std::string Format(const char* format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, again);
    va_end(again);
    if (length < 0) {
        return format;
    }
    std::vector<char> text(static_cast<size_t>(length) + 1);
    std::vsnprintf(text.data(), text.size(), format, arguments);
    return std::string(text.data(), static_cast<size_t>(length));
}

}  // namespace

ReasonCollector::ReasonCollector() : outer_(t_collector) { t_collector = this; }
ReasonCollector::~ReasonCollector() { t_collector = outer_; }

void ReasonCollector::Add(std::string_view text) {
    if (reasons_.size() + text.size() <= kMaxReasonBytes) {
        reasons_ += reasons_.empty() ? "" : "; ";
        reasons_ += text;
    }
}

base::Status HostCallError(int32_t code, std::string_view op, std::string_view stage,
                           std::string_view reason) {
    return base::Status(code, fmt::format("{}: {} failed: {}", op, stage, reason));
}

bool OpLogEnabled(OpLogLevel level) { return base::LogEnabled(LevelOf(level)); }

void OpLog(OpLogLevel level, const std::string& op, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string text = Format(format, arguments);
    va_end(arguments);
    if (level == OpLogLevel::kError && t_collector != nullptr) {
        t_collector->Add(text);
    }
    if (OpLogEnabled(level)) {
        base::Log(LevelOf(level), op + ": " + text);
    }
}

}  // namespace aclnn_cpu::registry
