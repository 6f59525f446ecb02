#include "base/settings.h"

#include <sched.h>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace aclnn_cpu::base {
namespace {

constexpr int32_t kInvalidParam = 100000;  // ACL_ERROR_INVALID_PARAM
constexpr int32_t kInvalidFile = 100003;   // ACL_ERROR_INVALID_FILE
constexpr uint32_t kMaxThreads = 1024;

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
constexpr Choice<int> kChecks[] = {{"0", 0}, {"1", 1}, {"strict", 2}};

Status ParseUnsigned(std::string_view key, std::string_view text, uint64_t limit, uint64_t& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size() || out == 0 || out > limit) {
        return Invalid(key, text, fmt::format("a whole number from 1 to {}", limit));
    }
    return Status::Ok();
}

Status ParseSchedule(std::string_view key, std::string_view text, std::string& out) {
    constexpr std::string_view kPrefix = "random:";
    if (!text.empty()) {
        uint64_t seed = 0;
        const bool prefixed = text.substr(0, kPrefix.size()) == kPrefix;
        if (!prefixed || !ParseUnsigned(key, text.substr(kPrefix.size()), UINT64_MAX, seed).ok()) {
            return Invalid(key, text, "nothing or random:SEED with a whole number SEED from 1");
        }
    }
    out = text;
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
     [](auto k, auto t, Settings& s) { return ParseSchedule(k, t, s.schedule); }},
    {"ACLNN_CPU_CHECK", "check",
     [](auto k, auto t, Settings& s) {
         int level = 0;
         Status status = ParseChoice(k, t, kChecks, level);
         s.check = t;
         return status;
     }},
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
std::atomic<const Settings*> g_current{nullptr};

// Readers hold plain references, so superseded settings are kept; a process changes them a handful of times.
void Publish(Settings settings) {
    const Settings* old = g_current.load(std::memory_order_acquire);
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

Status ApplySettingsFile(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
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
    Settings settings = CurrentSettings();
    ACLNN_CPU_RETURN_IF_ERROR(ApplyJson(*ours, settings));
    settings.problem = Status::Ok();
    ApplyEnvironment(settings);
    const std::lock_guard lock(g_change);
    Publish(std::move(settings));
    return Status::Ok();
}

Status SetSetting(std::string_view key, std::string_view value) {
    const SettingRow* row = FindRow(key);
    if (row == nullptr) {
        return Status(kInvalidParam, fmt::format("unknown setting '{}'", key));
    }
    Settings settings = CurrentSettings();
    ACLNN_CPU_RETURN_IF_ERROR(row->parse(row->key, value, settings));
    const std::lock_guard lock(g_change);
    Publish(std::move(settings));
    return Status::Ok();
}

}  // namespace aclnn_cpu::base
