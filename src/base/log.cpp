#include "base/log.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "base/at_load.h"
#include "base/fork.h"

namespace aclnn_cpu::base {
namespace {

spdlog::level::level_enum ToSpdlog(LogLevel level) {
    switch (level) {
        case LogLevel::kDebug:
            return spdlog::level::debug;
        case LogLevel::kInfo:
            return spdlog::level::info;
        case LogLevel::kWarning:
            return spdlog::level::warn;
        default:
            return spdlog::level::err;
    }
}

// Held for one line, and while the logger is made: spdlog's own mutex would stay locked in the child of a fork.
std::mutex g_logging;
[[maybe_unused]] const AtLoad kForkSafe([] { HoldInForks<g_logging>(); });

// Never destroyed: other threads and other libraries' destructors may still log while the process exits.
std::atomic<spdlog::logger*> g_logger{nullptr};

spdlog::logger* MakeLogger() {
    auto* created = new spdlog::logger("aclnn-cpu", std::make_shared<spdlog::sinks::stderr_sink_st>());
    const char* wanted = std::getenv("ACLNN_CPU_LOG");
    created->set_pattern("[%n %l] %v");
    created->set_level(spdlog::level::warn);
    if (wanted != nullptr) {
        const spdlog::level::level_enum level = spdlog::level::from_str(wanted);
        // What spdlog does not know it takes for "off".
        if (level != spdlog::level::off || std::string_view(wanted) == "off") {
            created->set_level(level);
        } else {
            created->warn("ACLNN_CPU_LOG is '{}', expected debug, info, warning, error or off", wanted);
        }
    }
    return created;
}

spdlog::logger& Logger() {
    if (spdlog::logger* logger = g_logger.load(std::memory_order_acquire); logger != nullptr) {
        return *logger;
    }
    const std::lock_guard lock(g_logging);
    if (g_logger.load(std::memory_order_relaxed) == nullptr) {
        g_logger.store(MakeLogger(), std::memory_order_release);
    }
    return *g_logger.load(std::memory_order_relaxed);
}

}  // namespace

bool LogEnabled(LogLevel level) { return Logger().should_log(ToSpdlog(level)); }

void Log(LogLevel level, std::string_view message) {
    spdlog::logger& logger = Logger();
    if (logger.should_log(ToSpdlog(level))) {
        const std::lock_guard lock(g_logging);
        logger.log(ToSpdlog(level), "{}", message);
    }
}

void PrintLine(std::string_view line) {
    const std::string text = std::string(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace aclnn_cpu::base
