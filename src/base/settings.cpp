#include "base/settings.h"

#include <sched.h>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/at_load.h"
#include "base/fork.h"

namespace aclnn_cpu::base {
namespace {

constexpr int32_t kInvalidParam = 100000;  // ACL_ERROR_INVALID_PARAM
constexpr int32_t kInvalidFile = 100003;   // ACL_ERROR_INVALID_FILE
constexpr uint32_t kMaxThreads = 1024;
constexpr uint64_t kLastBlock = 65534;   // of the most blocks that a launch may have
constexpr double kCheckerWatchdog = 60;  // the checker makes scalar work some ten times slower
constexpr double kLongestWatchdog = 86400;

Status Invalid(std::string_view key, std::string_view value, std::string_view expected) {
    return Status(kInvalidParam, fmt::format("setting {}: value is '{}', expected {}", key, value, expected));
}

template <typename T>
struct Choice {
    std::string_view name;
    T value;
};

template <typename T, size_t N>
Status ParseChoice(std::string_view key, std::string_view text, const Choice<T> (&choices)[N], T& out) {
    std::string names;
    for (const Choice<T>& choice : choices) {
        if (choice.name == text) {
            out = choice.value;
            return Status::Ok();
        }
        names += names.empty() ? "" : ", ";
        names += choice.name;
    }
    return Invalid(key, text, "one of " + names);
}

constexpr Choice<bool> kFlags[] = {{"0", false}, {"1", true}, {"false", false}, {"true", true}};
constexpr Choice<EngineChoice> kEngines[] = {
    {"auto", EngineChoice::kAuto}, {"native", EngineChoice::kNative}, {"aicore", EngineChoice::kAicore}};
constexpr Choice<SimdTarget> kTargets[] = {{"best", SimdTarget::kBest},
                                           {"baseline", SimdTarget::kBaseline},
                                           {"sse4", SimdTarget::kSse4},
                                           {"avx2", SimdTarget::kAvx2},
                                           {"avx512", SimdTarget::kAvx512}};
constexpr Choice<CheckMode> kChecks[] = {
    {"0", CheckMode::kOff}, {"1", CheckMode::kOn}, {"strict", CheckMode::kStrict}};

template <typename T>
bool ParseNumber(std::string_view text, T least, T most, T& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() && out >= least && out <= most;
}

Status ParseUnsigned(std::string_view key, std::string_view text, uint64_t limit, uint64_t& out) {
    return ParseNumber(text, uint64_t(1), limit, out)
               ? Status::Ok()
               : Invalid(key, text, fmt::format("a whole number from 1 to {}", limit));
}

Status ParseBlock(std::string_view key, std::string_view text, std::optional<uint32_t>& out) {
    uint64_t block = 0;
    if (text.empty()) {
        out.reset();
    } else if (ParseNumber(text, uint64_t(0), kLastBlock, block)) {
        out = static_cast<uint32_t>(block);
    } else {
        return Invalid(key, text, fmt::format("nothing or a whole number from 0 to {}", kLastBlock));
    }
    return Status::Ok();
}

Status ParseWatchdog(std::string_view key, std::string_view text, std::optional<double>& out) {
    double seconds = 0;
    if (text.empty()) {
        out.reset();
    } else if (ParseNumber(text, 0.0, kLongestWatchdog, seconds)) {
        out = seconds;
    } else {
        return Invalid(key, text, fmt::format("seconds from 0 (never) to {}", kLongestWatchdog));
    }
    return Status::Ok();
}

Status ParseSchedule(std::string_view key, std::string_view text, std::optional<uint64_t>& out) {
    constexpr std::string_view kPrefix = "random:";
    if (text.empty()) {
        out.reset();
        return Status::Ok();
    }
    uint64_t seed = 0;
    if (!text.starts_with(kPrefix) ||
        !ParseUnsigned(key, text.substr(kPrefix.size()), UINT64_MAX, seed).ok()) {
        return Invalid(key, text, "nothing or random:SEED with a whole number SEED from 1");
    }
    out = seed;
    return Status::Ok();
}

// One row per setting: where it comes from and how its text is read.
struct SettingRow {
    const char* environment;
    std::string_view key;
    Status (*parse)(std::string_view key, std::string_view text, Settings& settings);
};

constexpr SettingRow kRows[] = {
    {"ACLNN_CPU_ENGINE", "engine",
     [](auto k, auto t, Settings& s) { return ParseChoice(k, t, kEngines, s.engine); }},
    {"ACLNN_CPU_SOC", "soc",
     [](auto k, auto t, Settings& s) {
         s.soc = t;
         return t.empty() ? Invalid(k, t, "a SoC name such as Ascend910B1") : Status::Ok();
     }},
    {"ACLNN_CPU_THREADS", "threads",
     [](auto k, auto t, Settings& s) {
         uint64_t value = 0;
         Status status = ParseUnsigned(k, t, kMaxThreads, value);
         s.threads = status.ok() ? static_cast<uint32_t>(value) : s.threads;
         return status;
     }},
    {"ACLNN_CPU_TARGET", "target",
     [](auto k, auto t, Settings& s) { return ParseChoice(k, t, kTargets, s.target); }},
    {"ACLNN_CPU_VERBOSE", "verbose",
     [](auto k, auto t, Settings& s) { return ParseChoice(k, t, kFlags, s.verbose); }},
    {"ACLNN_CPU_LAUNCH_BLOCKING", "launch_blocking",
     [](auto k, auto t, Settings& s) { return ParseChoice(k, t, kFlags, s.launch_blocking); }},
    {"ACLNN_CPU_SCHEDULE", "schedule",
     [](auto k, auto t, Settings& s) { return ParseSchedule(k, t, s.schedule_seed); }},
    {"ACLNN_CPU_CHECK", "check",
     [](auto k, auto t, Settings& s) {
         return ParseChoice(k, t.empty() ? std::string_view("0") : t, kChecks, s.check);
     }},
    {"ACLNN_CPU_BLOCK", "block", [](auto k, auto t, Settings& s) { return ParseBlock(k, t, s.block); }},
    {"ACLNN_CPU_TRACE", "trace",
     [](auto, auto t, Settings& s) {
         s.trace = t;
         return Status::Ok();
     }},
    {"ACLNN_CPU_WATCHDOG", "watchdog",
     [](auto k, auto t, Settings& s) { return ParseWatchdog(k, t, s.watchdog); }},
};

uint32_t UsableCpus() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0) {
        return static_cast<uint32_t>(std::max(1, CPU_COUNT(&set)));
    }
    return std::max(1u, std::thread::hardware_concurrency());
}

void ApplyEnvironment(Settings& settings) {
    for (const SettingRow& row : kRows) {
        if (const char* text = std::getenv(row.environment)) {
            Status status = row.parse(row.key, text, settings);
            if (!status.ok() && settings.problem.ok()) {
                settings.problem =
                    Status(status.code(), fmt::format("{}: {}", row.environment, status.message()));
            }
        }
    }
}

std::mutex g_change;
[[maybe_unused]] const AtLoad kForkSafe([] { HoldInForks<g_change>(); });
std::atomic<const Settings*> g_current{nullptr};

// Whether both say the same, whenever they were made.
bool Same(const Settings& a, const Settings& b) {
    // Every member by name: a new one does not compile until it is compared here.
    const auto& [engine_a, soc_a, threads_a, target_a, verbose_a, blocking_a, seed_a, check_a, block_a,
                 trace_a, watchdog_a, problem_a, revision_a] = a;
    const auto& [engine_b, soc_b, threads_b, target_b, verbose_b, blocking_b, seed_b, check_b, block_b,
                 trace_b, watchdog_b, problem_b, revision_b] = b;
    static_cast<void>(revision_a);
    static_cast<void>(revision_b);
    return engine_a == engine_b && soc_a == soc_b && threads_a == threads_b && target_a == target_b &&
           verbose_a == verbose_b && blocking_a == blocking_b && seed_a == seed_b && check_a == check_b &&
           block_a == block_b && trace_a == trace_b && watchdog_a == watchdog_b &&
           problem_a.code() == problem_b.code() && problem_a.message() == problem_b.message();
}

// Readers hold plain references, so superseded settings are kept; a process changes them a handful of times.
// With g_change held.
void Publish(Settings settings) {
    const Settings* old = g_current.load(std::memory_order_acquire);
    if (old != nullptr && Same(*old, settings)) {
        return;
    }
    settings.revision = old != nullptr ? old->revision + 1 : 1;
    static auto& kept = *new std::vector<std::unique_ptr<const Settings>>();
    kept.push_back(std::make_unique<const Settings>(std::move(settings)));
    g_current.store(kept.back().get(), std::memory_order_release);
}

void PublishInitial() {
    const std::lock_guard lock(g_change);
    if (g_current.load(std::memory_order_acquire) == nullptr) {
        Settings settings;
        settings.threads = UsableCpus();
        ApplyEnvironment(settings);
        Publish(std::move(settings));
    }
}

// Publishes the current settings as `change` leaves them; nothing when it fails. Changes by several threads
// follow one another, so that none is lost.
template <typename Change>
Status Update(Change&& change) {
    CurrentSettings();  // so that there are some
    const std::lock_guard lock(g_change);
    Settings settings = *g_current.load(std::memory_order_acquire);
    ACLNN_CPU_RETURN_IF_ERROR(change(settings));
    Publish(std::move(settings));
    return Status::Ok();
}

const SettingRow* FindRow(std::string_view key) {
    for (const SettingRow& row : kRows) {
        if (row.key == key) {
            return &row;
        }
    }
    return nullptr;
}

Status ApplyJson(const nlohmann::json& object, Settings& settings) {
    for (const auto& [key, value] : object.items()) {
        const SettingRow* row = FindRow(key);
        if (row == nullptr) {
            return Status(kInvalidParam, fmt::format("aclnn_cpu: unknown key '{}'", key));
        }
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        ACLNN_CPU_RETURN_IF_ERROR(row->parse(row->key, text, settings));
    }
    return Status::Ok();
}

}  // namespace

const Settings& CurrentSettings() {
    const Settings* current = g_current.load(std::memory_order_acquire);
    if (current == nullptr) {
        PublishInitial();
        current = g_current.load(std::memory_order_acquire);
    }
    return *current;
}

double WatchdogSeconds(const Settings& settings) {
    const bool checks = settings.check != CheckMode::kOff;
    return settings.watchdog.value_or(checks ? kCheckerWatchdog : 0);
}

Status ApplySettingsFile(const std::string& path, Status (*acceptable)(const Settings&)) {
    std::ifstream file(path);
    std::error_code ignored;
    if (!file || std::filesystem::is_directory(path, ignored)) {
        return Status(kInvalidFile, fmt::format("aclInit: cannot read the configuration file '{}'", path));
    }
    const nlohmann::json root = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
    if (root.is_discarded() || !root.is_object()) {
        return Status(kInvalidFile, fmt::format("aclInit: '{}' is not a JSON object", path));
    }
    const auto ours = root.find("aclnn_cpu");
    if (ours == root.end()) {
        return Status::Ok();
    }
    if (!ours->is_object()) {
        return Status(kInvalidParam, fmt::format("aclInit: aclnn_cpu in '{}' is not a JSON object", path));
    }
    return Update([&](Settings& settings) {
        if (Status status = ApplyJson(*ours, settings); !status.ok()) {
            return Status(status.code(), fmt::format("aclInit: '{}': {}", path, status.message()));
        }
        settings.problem = Status::Ok();
        ApplyEnvironment(settings);
        return acceptable != nullptr ? acceptable(settings) : Status::Ok();
    });
}

Status SetSetting(std::string_view key, std::string_view value) {
    const SettingRow* row = FindRow(key);
    if (row == nullptr) {
        return Status(kInvalidParam, fmt::format("unknown setting '{}'", key));
    }
    return Update([&](Settings& settings) { return row->parse(row->key, value, settings); });
}

}  // namespace aclnn_cpu::base
