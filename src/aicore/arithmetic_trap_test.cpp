// Integers divided by zero in kernels.
#include <gtest/gtest.h>

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <limits>

#include "aicore/kernel_test.h"
#include "aicore/signals_test.h"
#include "base/sanitizers.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

volatile int32_t zero = 0;
volatile int32_t minus_one = -1;
volatile int64_t result = 0;

// Not for the sanitizer, which would stop first.
template <typename T>
__attribute__((noinline, no_sanitize("undefined"))) T Divide(T dividend, T divisor) {
    return dividend / divisor;
}
template <typename T>
__attribute__((noinline, no_sanitize("undefined"))) T Remainder(T dividend, T divisor) {
    return dividend % divisor;
}

TEST(ArithmeticTrap, IsAFaultOfTheBlock) {
    SKIP_WITHOUT_SIGNALS();
    const std::function<void()> kernels[] = {
        [] { result = Divide<int32_t>(7, zero); },
        [] { result = Remainder<int64_t>(7, zero); },
        [] { result = Divide<int32_t>(std::numeric_limits<int32_t>::min(), minus_one); },
    };
    for (const char* check : {"0", "1"}) {
        ASSERT_TRUE(base::SetSetting("check", check).ok());
        for (const std::function<void()>& kernel : kernels) {
            for (const uint32_t threads : {1u, 2u}) {
                ExpectFault(
                    RunKernel(
                        [&] {
                            if (GetBlockIdx() == 2) {
                                kernel();
                            }
                            SyncAll();
                        },
                        {.blocks = 4, .threads = threads}),
                    507035,
                    {"TestOp: block 2: the kernel divides an integer by zero, or the least integer by "
                     "-1, in code at ",
                     "aicore_debug_test + 0x", "addr2line -Cfie ", "test the divisor first"});
                ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 4, .threads = threads}));
            }
        }
    }
    ASSERT_TRUE(base::SetSetting("check", "").ok());
}

TEST(ArithmeticTrap, SaysThatWhatTheKernelHeldStaysTaken) {
    SKIP_WITHOUT_SIGNALS();
    ExpectFault(
        RunKernel([] { result = Divide<int32_t>(7, zero); }), 507035,
        {"test the divisor first; the block was left where it stood: a lock that its kernel held there, or a "
         "static variable that it was initialising, stays taken, and whatever uses it later in this process "
         "waits for ever"});
}

TEST(ArithmeticTrap, WarnsOfLaunchesThatMayWaitForWhatTheKernelHeld) {
    SKIP_WITHOUT_SIGNALS();
    const auto kernel = [](bool divides) {
        testing::internal::CaptureStderr();
        const base::Status status = RunKernel(
            [=] {
                if (divides && GetBlockIdx() == 1) {
                    result = Divide<int32_t>(7, zero);
                }
            },
            {.blocks = 2, .threads = 2});
        EXPECT_EQ(status.ok(), !divides);
        return testing::internal::GetCapturedStderr();
    };
    kernel(false);
    const std::string text = kernel(true);
    EXPECT_EQ(
        text.find(
            "[aclnn-cpu warning] TestOp: block 1 was left where it stood: the kernel divides an integer by "
            "zero, or the least integer by -1, in code at "),
        0u)
        << text;
    EXPECT_NE(text.find("; if the launch does not end, another block waits for what that one held\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(kernel(false),
              "[aclnn-cpu warning] TestOp: a block of an earlier launch of this kernel was left where it "
              "stood; if this "
              "launch does not end, it waits for what that one held\n");
    EXPECT_EQ(kernel(false), "");
}

TEST(ArithmeticTrap, LeavesTheFirstFaultOfTheBlockTheReport) {
    SKIP_WITHOUT_SIGNALS();
    ExpectFault(RunKernel([] {
                    try {
                        SetFlag<HardEvent::MTE2_V>(9);
                    } catch (...) {
                        result = Divide<int32_t>(7, zero);
                    }
                }),
                507035, {"SetFlag<MTE2_V>(9)"});
}

TEST(ArithmeticTrap, InALibraryThatTheKernelCallsEndsTheProcessWithALine) {
    SKIP_WITHOUT_SIGNALS();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            static_cast<void>(RunKernel([] {
                int32_t order[2] = {0, 1};
                std::qsort(order, 2, sizeof(int32_t),
                           [](const void*, const void*) { return Divide<int32_t>(7, zero); });
            }));
        },
        "aclnn-cpu: TestOp: block 0: the kernel divides an integer by zero, or the least integer by -1, at "
        "0x");
}

TEST(ArithmeticTrap, OutsideKernelsStaysTheProgramsOwn) {
    SKIP_WITHOUT_SIGNALS();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            std::signal(SIGFPE, [](int) { std::_Exit(42); });  // before the first launch of the process
            ExpectRuns(RunKernel([] {}));
            result = Divide<int32_t>(7, zero);
        },
        testing::ExitedWithCode(42), "");
    if (!ACLNN_CPU_ASAN) {  // which has a handler of its own
        EXPECT_EXIT(
            {
                ExpectRuns(RunKernel([] {}));
                result = Divide<int32_t>(7, zero);
            },
            testing::KilledBySignal(SIGFPE), "");
        EXPECT_EXIT(
            {
                ExpectRuns(RunKernel([] {}));
                std::raise(SIGFPE);
            },
            testing::KilledBySignal(SIGFPE), "");
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
