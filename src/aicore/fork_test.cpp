// Launches in children of processes that fork while other threads launch.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "aicore/kernel_test.h"
#include "base/log.h"
#include "base/sanitizers.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

class Fork : public testing::Test {
 protected:
    void SetUp() override {
        if (ACLNN_CPU_TSAN) {
            GTEST_SKIP() << "the thread sanitizer does not follow threads that a forked child starts";
        }
    }
    ~Fork() override {
        for (const char* key : {"check", "trace", "watchdog"}) {
            EXPECT_TRUE(base::SetSetting(key, "").ok());
        }
    }
    // The status of a child that launches once; one that hangs is ended by SIGALRM.
    static int LaunchInChild() {
        const pid_t child = fork();
        if (child == 0) {
            alarm(10);
            const bool runs = RunKernel([] { AscendC::SyncAll(); }, {.blocks = 2}).ok();
            _exit(runs ? 0 : 1);
        }
        int status = -1;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        return status;
    }
};

constexpr int kForks = 300;

TEST_F(Fork, WhileOtherThreadsBeginWatchedLaunches) {
    ASSERT_TRUE(base::SetSetting("watchdog", "60").ok());
    std::atomic<bool> done{false};
    std::vector<std::thread> others;
    for (int i = 0; i < 3; ++i) {
        others.emplace_back([&] {
            while (!done) {
                ExpectRuns(RunKernel([] {}));
                signal(SIGURG, SIG_IGN);  // so that the next launch takes it again
            }
        });
    }
    for (int i = 0; i < kForks && !HasFailure(); ++i) {
        EXPECT_EQ(LaunchInChild(), 0) << "fork " << i;
    }
    done = true;
    for (std::thread& other : others) {
        other.join();
    }
    signal(SIGURG, SIG_DFL);
}

TEST_F(Fork, WhileATracedLaunchRuns) {
    const std::string path = testing::TempDir() + "fork_test_" + std::to_string(getpid());
    ASSERT_TRUE(base::SetSetting("trace", path).ok());
    std::atomic<bool> inside{false};
    std::atomic<bool> done{false};
    std::thread other([&] {
        ExpectRuns(RunKernel([&] {
            inside = true;
            while (!done) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        }));
    });
    while (!inside) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(LaunchInChild(), 0);
    done = true;
    other.join();
    ExpectRuns(RunKernel([] {}));
    std::ifstream stream(path);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    // The child goes on with its parent's file.
    size_t launches = 0;
    for (size_t at = text.find("# TestOp"); at != std::string::npos; at = text.find("# TestOp", at + 1)) {
        ++launches;
    }
    EXPECT_EQ(launches, 3u) << text;
    std::remove(path.c_str());
}

// The kernel's own thread does, and goes on in both processes.
TEST_F(Fork, OfATracedKernel) {
    ASSERT_TRUE(base::SetSetting("trace", "/dev/null").ok());
    pid_t child = -1;
    const base::Status status = RunKernel([&] {
        child = fork();
        if (child == 0) {
            alarm(10);
        }
    });
    if (child == 0) {
        _exit(status.ok() && RunKernel([] {}).ok() ? 0 : 1);
    }
    ExpectRuns(status);
    int ended = -1;
    ASSERT_EQ(waitpid(child, &ended, 0), child);
    EXPECT_EQ(ended, 0);
    ExpectRuns(RunKernel([] {}));
}

TEST_F(Fork, WhileOtherThreadsLog) {
    testing::internal::CaptureStderr();
    std::atomic<bool> done{false};
    std::vector<std::thread> others;
    for (int i = 0; i < 3; ++i) {
        others.emplace_back([&] {
            while (!done) {
                base::Log(base::LogLevel::kError, "said");
            }
        });
    }
    for (int i = 0; i < kForks / 3 && !HasFailure(); ++i) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(10);
            base::Log(base::LogLevel::kError, "said");
            _exit(0);
        }
        int status = -1;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0) << "fork " << i;
    }
    done = true;
    for (std::thread& other : others) {
        other.join();
    }
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find("[aclnn-cpu error] said\n"), std::string::npos);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
