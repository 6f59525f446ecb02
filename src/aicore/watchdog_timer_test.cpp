// The watchdog's signal, and the program's own handlers of it.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>

#include "aicore/kernel_test.h"
#include "base/sanitizers.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

std::atomic<int> first_heard{0};
std::atomic<int> second_heard{0};
struct sigaction before_second;

void First(int) { ++first_heard; }

// As programs do that share a signal: it calls the handler that it has replaced.
void Second(int signal, siginfo_t* info, void* context) {
    ++second_heard;
    if ((before_second.sa_flags & SA_SIGINFO) != 0) {
        before_second.sa_sigaction(signal, info, context);
    }
}

class WatchdogTimer : public testing::Test {
 protected:
    WatchdogTimer() {
        first_heard = 0;
        second_heard = 0;
        EXPECT_EQ(sigaction(SIGURG, nullptr, &before_), 0);
        EXPECT_TRUE(base::SetSetting("watchdog", "5").ok());
    }
    ~WatchdogTimer() override {
        EXPECT_EQ(sigaction(SIGURG, &before_, nullptr), 0);
        EXPECT_TRUE(base::SetSetting("watchdog", "").ok());
    }
    static void SetFirst() {
        struct sigaction action {};
        action.sa_handler = &First;
        ASSERT_EQ(sigaction(SIGURG, &action, nullptr), 0);
    }
    static void SetSecond() {
        struct sigaction action {};
        action.sa_sigaction = &Second;
        action.sa_flags = SA_SIGINFO;
        ASSERT_EQ(sigaction(SIGURG, &action, &before_second), 0);
    }
    struct sigaction before_ {};
};

void Signal() { ASSERT_EQ(raise(SIGURG), 0); }

TEST_F(WatchdogTimer, PassesTheProgramsOwnSignalsOn) {
    SetFirst();
    ExpectRuns(RunKernel(Signal));
    Signal();
    EXPECT_EQ(first_heard, 2);
}

TEST_F(WatchdogTimer, IsNotTakenForTheProgramsHandlerWhenThatCallsIt) {
    if (ACLNN_CPU_TSAN) {
        GTEST_SKIP() << "the thread sanitizer puts a handler of its own in front of each";
    }
    SetFirst();
    ExpectRuns(RunKernel([] {}));
    SetSecond();
    for (int launch = 1; launch <= 3; ++launch) {
        ExpectRuns(RunKernel(Signal));
        EXPECT_EQ(second_heard, launch);
        EXPECT_EQ(first_heard, launch);
    }
    SetFirst();  // alone
    ExpectRuns(RunKernel(Signal));
    EXPECT_EQ(second_heard, 3);
    EXPECT_EQ(first_heard, 4);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
