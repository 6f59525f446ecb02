#include "base/log.h"

#include <cstdlib>
#include <memory>
#include <string>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

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

// Never destroyed: other threads and other libraries' destructors may still log while the process exits.
spdlog::logger& Logger() {
    static spdlog::logger& logger = *[] {
        auto* created = new spdlog::logger("aclnn-cpu", std::make_shared<spdlog::sinks::stderr_sink_mt>());
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
    }();
    return logger;
}

}  // namespace

bool LogEnabled(LogLevel level) { return Logger().should_log(ToSpdlog(level)); }

void Log(LogLevel level, std::string_view message) { Logger().log(ToSpdlog(level), "{}", message); }

void PrintLine(std::string_view line) {
    const std::string text = std::string(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace aclnn_cpu::base
