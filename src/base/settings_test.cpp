#include "base/settings.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

namespace {

using aclnn_cpu::base::ApplySettingsFile;
using aclnn_cpu::base::CheckMode;
using aclnn_cpu::base::CurrentSettings;
using aclnn_cpu::base::EngineChoice;
using aclnn_cpu::base::SetSetting;
using aclnn_cpu::base::Status;
using aclnn_cpu::base::WatchdogSeconds;

class SettingsFile : public testing::Test {
 protected:
    Status Apply(const std::string& text) {
        const std::string path = testing::TempDir() + "settings_test.json";
        std::ofstream(path) << text;
        Status status = ApplySettingsFile(path);
        std::remove(path.c_str());
        return status;
    }
    void TearDown() override {
        ASSERT_TRUE(SetSetting("engine", "auto").ok());
        ASSERT_TRUE(SetSetting("threads", "2").ok());
        ASSERT_TRUE(SetSetting("check", "0").ok());
    }
};

TEST_F(SettingsFile, AppliesOurObjectAndIgnoresOthers) {
    const uint64_t before = CurrentSettings().revision;
    ASSERT_TRUE(
        Apply(R"({"dump": {"x": 1}, "aclnn_cpu": {"engine": "aicore", "threads": 3, "verbose": false}})")
            .ok());
    EXPECT_EQ(CurrentSettings().engine, EngineChoice::kAicore);
    EXPECT_EQ(CurrentSettings().threads, 3u);
    EXPECT_GT(CurrentSettings().revision, before);
    EXPECT_TRUE(Apply(R"({"dump": {}})").ok());
}

TEST_F(SettingsFile, TurnsTheCheckerOnAndOff) {
    unsetenv("ACLNN_CPU_CHECK");  // it would win
    struct Case {
        const char* text;
        CheckMode mode;
    };
    for (const Case& c : {Case{R"({"aclnn_cpu": {"check": 1}})", CheckMode::kOn},
                          Case{R"({"aclnn_cpu": {"check": "strict"}})", CheckMode::kStrict},
                          Case{R"({"aclnn_cpu": {"check": 0}})", CheckMode::kOff},
                          Case{R"({"aclnn_cpu": {"check": "1"}})", CheckMode::kOn},
                          Case{R"({"aclnn_cpu": {"check": ""}})", CheckMode::kOff}}) {
        ASSERT_TRUE(Apply(c.text).ok()) << c.text;
        EXPECT_EQ(CurrentSettings().check, c.mode) << c.text;
    }
}

TEST_F(SettingsFile, RefusesAndChangesNothing) {
    struct Case {
        const char* text;
        int32_t code;
        const char* mentions;
    };
    const uint64_t before = CurrentSettings().revision;
    for (const Case& c : {Case{R"({"aclnn_cpu": {"engine": "gpu"}})", 100000, "one of auto, native, aicore"},
                          Case{R"({"aclnn_cpu": {"threads": 0}})", 100000, "from 1 to 1024"},
                          Case{R"({"aclnn_cpu": {"threads": "3x"}})", 100000, "'3x'"},
                          Case{R"({"aclnn_cpu": {"colour": 1}})", 100000, "unknown key 'colour'"},
                          Case{R"({"aclnn_cpu": {"check": 2}})", 100000, "one of 0, 1, strict"},
                          Case{R"({"aclnn_cpu": 3})", 100000, "not a JSON object"},
                          Case{R"({"aclnn_cpu": {"schedule": "random:"}})", 100000, "random:SEED"},
                          Case{"{", 100003, "JSON"}, Case{"[1]", 100003, "JSON"}}) {
        const Status status = Apply(c.text);
        EXPECT_EQ(status.code(), c.code) << c.text;
        EXPECT_NE(status.message().find(c.mentions), std::string::npos) << status.message();
    }
    EXPECT_EQ(ApplySettingsFile("/nonexistent/acl.json").code(), 100003);
    EXPECT_EQ(CurrentSettings().revision, before);
}

TEST(Settings, SetByNameParsesLikeTheEnvironment) {
    EXPECT_TRUE(SetSetting("schedule", "random:17").ok());
    EXPECT_EQ(CurrentSettings().schedule_seed, 17u);
    EXPECT_EQ(SetSetting("schedule", "random:0").code(), 100000);
    EXPECT_EQ(CurrentSettings().schedule_seed, 17u);
    EXPECT_TRUE(SetSetting("schedule", "").ok());
    EXPECT_EQ(CurrentSettings().schedule_seed, std::nullopt);
    EXPECT_TRUE(SetSetting("block", "0").ok());
    EXPECT_EQ(CurrentSettings().block, 0u);
    for (const char* bad : {"-1", "65535", "1x", " 1"}) {
        EXPECT_EQ(SetSetting("block", bad).code(), 100000) << bad;
    }
    EXPECT_EQ(CurrentSettings().block, 0u);
    EXPECT_TRUE(SetSetting("block", "").ok());
    EXPECT_EQ(CurrentSettings().block, std::nullopt);
    EXPECT_TRUE(SetSetting("trace", "a file.txt").ok());
    EXPECT_EQ(CurrentSettings().trace, "a file.txt");
    EXPECT_TRUE(SetSetting("trace", "").ok());
    EXPECT_EQ(SetSetting("nothing", "1").code(), 100000);
    EXPECT_EQ(SetSetting("target", "mmx").code(), 100000);
}

TEST(Settings, WatchKernelsForAMinuteUnderTheCheckerUnlessToldOtherwise) {
    EXPECT_EQ(WatchdogSeconds(CurrentSettings()), 0);
    for (const char* level : {"1", "strict"}) {
        ASSERT_TRUE(SetSetting("check", level).ok());
        EXPECT_EQ(WatchdogSeconds(CurrentSettings()), 60);
        ASSERT_TRUE(SetSetting("watchdog", "0").ok());
        EXPECT_EQ(WatchdogSeconds(CurrentSettings()), 0);
        ASSERT_TRUE(SetSetting("watchdog", "").ok());
    }
    ASSERT_TRUE(SetSetting("check", "0").ok());
    EXPECT_EQ(WatchdogSeconds(CurrentSettings()), 0);
    ASSERT_TRUE(SetSetting("watchdog", "2.5").ok());
    EXPECT_EQ(WatchdogSeconds(CurrentSettings()), 2.5);
    for (const char* bad : {"-1", "1s", "nan", "inf", "86401"}) {
        EXPECT_EQ(SetSetting("watchdog", bad).code(), 100000) << bad;
    }
    ASSERT_TRUE(SetSetting("watchdog", "").ok());
}

TEST(Settings, SettingTheSameAgainMakesNoNewOnes) {
    ASSERT_TRUE(SetSetting("threads", "5").ok());
    const aclnn_cpu::base::Settings* const before = &CurrentSettings();
    ASSERT_TRUE(SetSetting("threads", "5").ok());
    EXPECT_EQ(&CurrentSettings(), before);
    ASSERT_TRUE(SetSetting("threads", "2").ok());
    EXPECT_EQ(CurrentSettings().revision, before->revision + 1);
}

TEST(Settings, ChangesByTwoThreadsAreBothKept) {
    constexpr int kChanges = 50'000;
    std::atomic<bool> started{false};
    std::thread other([&started] {
        started = true;
        for (int i = 1; i <= kChanges; ++i) {
            const std::string seed = std::to_string(i);
            ASSERT_TRUE(SetSetting("schedule", "random:" + seed).ok());
            ASSERT_EQ(CurrentSettings().schedule_seed, static_cast<uint64_t>(i));
        }
    });
    while (!started) {
        std::this_thread::yield();
    }
    for (int i = 1; i <= kChanges; ++i) {
        const uint32_t threads = 1 + static_cast<uint32_t>(i) % 64;
        EXPECT_TRUE(SetSetting("threads", std::to_string(threads)).ok());
        EXPECT_EQ(CurrentSettings().threads, threads) << i;
    }
    other.join();
    EXPECT_TRUE(SetSetting("schedule", "").ok());
    EXPECT_TRUE(SetSetting("threads", "2").ok());
}

}  // namespace
