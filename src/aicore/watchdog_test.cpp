// ACLNN_CPU_WATCHDOG: kernels that never end.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <memory>
#include <regex>
#include <vector>

#include "aicore/kernel_test.h"
#include "aicore/signals_test.h"
#include "base/settings.h"

// A kernel that is left where it stands frees nothing more: of the one that allocates, no leak is to be reported.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:EndsLoopsThatCallTheEmulatorAndTheAllocator";
}

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

double ProcessCpuSeconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

class Watchdog : public testing::Test {
 protected:
    ~Watchdog() override {
        EXPECT_TRUE(base::SetSetting("watchdog", "").ok());
        EXPECT_TRUE(base::SetSetting("check", "0").ok());
        EXPECT_TRUE(base::SetSetting("trace", "").ok());
    }
    static void Watch(const std::string& seconds) { ASSERT_TRUE(base::SetSetting("watchdog", seconds).ok()); }
};

// What a kernel of its own would look like: a loop whose end the compiler cannot see.
volatile int32_t never = 0;

void Spin() {
    while (never == 0) {
    }
}

// A little of the kernel's own work.
void Work() {
    for (int32_t i = 0; i < 20 + never; ++i) {
        asm volatile("");
    }
}

TEST_F(Watchdog, EndsAKernelThatPollsLocalMemory) {
    Watch("0.2");
    const double before = ProcessCpuSeconds();
    const base::Status status = RunKernel(
        [] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 64);
            Duplicate(buffer.Get<int32_t>(), 0, 16);
            while (buffer.Get<int32_t>().GetValue(3) == 0) {
            }
        },
        {.blocks = 3});
    EXPECT_LT(ProcessCpuSeconds() - before, 2);
    EXPECT_EQ(status.code(), 507034);
    const std::string text = std::regex_replace(
        std::regex_replace(status.message(), std::regex("watchdog_test.cpp:[0-9]+"), "file:line"),
        std::regex("[0-9.]+ s "), "N s ");
    EXPECT_EQ(
        text,
        "TestOp: block 0: GetValue(VECCALC int32_t at byte 12) at file:line: no progress for N s of "
        "computing "
        "but scalar accesses to the same memory; the last other step was Duplicate at file:line; a loop may "
        "never end, or it "
        "polls "
        "memory that another block should change, which needs SyncAll or flags; ACLNN_CPU_WATCHDOG sets the "
        "seconds, 0 for none");
}

TEST_F(Watchdog, EndsAKernelThatPollsGlobalMemory) {
    Watch("0.1");
    int32_t flag = 0;
    ExpectFault(RunKernel(
                    [&] {
                        GlobalTensor<int32_t> global;
                        global.SetGlobalBuffer(&flag, 1);
                        if (GetBlockIdx() == 2) {
                            while (global.GetValue(0) == 0) {
                            }
                        }
                        SyncAll();
                    },
                    {.blocks = 4, .threads = 2, .soc = "Ascend910B1"}),
                507034, {"TestOp: block 2: GetValue(GM int32_t at ", "the last other step was its start"});
    ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 8, .threads = 2}));  // the next launch works
}

TEST_F(Watchdog, EndsAKernelThatCallsNothing) {
    SKIP_WITHOUT_SIGNALS();
    Watch("0.1");
    for (const uint32_t threads : {1u, 2u, 2u, 2u}) {
        const base::Status status = RunKernel(
            [] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 64);
                Duplicate(buffer.Get<float>(), 1.0f, 16);
                if (GetBlockIdx() == 3) {
                    Spin();
                }
                SyncAll();
            },
            {.blocks = 8, .threads = threads});
        ExpectFault(status, 507034,
                    {"TestOp: block 3: no progress for 0.",
                     "the last step was Duplicate at watchdog_test.cpp:", "the kernel now runs code at ",
                     "aicore_debug_test + 0x", "addr2line -Cfie ", "ACLNN_CPU_WATCHDOG sets the seconds"});
        ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 8, .threads = threads}));
    }
}

TEST_F(Watchdog, NamesTheTimeoutOfChipsWithoutSplitCores) {
    SKIP_WITHOUT_SIGNALS();
    Watch("0.05");
    ExpectFault(RunKernel(Spin, {.soc = "Ascend310B1"}), 507014, {"TestOp: block 0: no progress for"});
}

// Calls that are no step, and memory of the process: what such a loop is in the middle of must be left whole.
TEST_F(Watchdog, EndsLoopsThatCallTheEmulatorAndTheAllocator) {
    SKIP_WITHOUT_SIGNALS();
    Watch("0.05");
    const std::function<void()> loops[] = {
        [] {
            while (GetBlockIdx() >= 0 && never == 0) {
                Work();
            }
        },
        [] {
            while (never == 0) {
                const auto memory = std::make_unique<char[]>(100);
                static_cast<volatile char*>(memory.get())[0] = 1;
                Work();
            }
        },
        [] {
            const int64_t start = GetSystemCycle();
            while (GetSystemCycle() >= start && never == 0) {
                Work();
            }
        },
        [] {
            try {
                throw 1;
            } catch (int) {
                Spin();
            }
        },
    };
    for (const std::function<void()>& loop : loops) {
        for (int repeat = 0; repeat < 3; ++repeat) {
            ExpectFault(RunKernel(loop, {.blocks = 4, .threads = 2}), 507034,
                        {"TestOp: block 0: no progress for "});
            ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 4, .threads = 2}));
            std::free(std::malloc(1000));
        }
    }
}

TEST_F(Watchdog, LeavesLongKernelsAlone) {
    Watch("0.05");
    const base::Status status = RunKernel(
        [] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 64 * 1024);
            const auto tensor = buffer.Get<float>();
            Duplicate(tensor, 0.0f, 16384);
            const double end = ProcessCpuSeconds() + 0.4;
            while (ProcessCpuSeconds() < end) {
                Adds(tensor, tensor, 1.0f, 16384);
                for (uint32_t i = 0; i < 3000; ++i) {
                    tensor.SetValue(i, 0.0f);
                }
            }
        },
        {.blocks = 2, .threads = 2});
    ExpectRuns(status);
}

// Each for longer than the watchdog waits.
TEST_F(Watchdog, LeavesScalarWorkOnNewElementsAlone) {
    Watch("0.05");
    std::vector<float> from(1 << 21);
    std::vector<float> to(1 << 21);
    const auto work = [&](auto element) {
        return RunKernel([&] {
            GlobalTensor<float> x;
            GlobalTensor<float> y;
            x.SetGlobalBuffer(from.data(), from.size());
            y.SetGlobalBuffer(to.data(), to.size());
            const double end = ProcessCpuSeconds() + 0.2;
            for (uint64_t i = 0; i < from.size() && ProcessCpuSeconds() < end; ++i) {
                element(x, y, i);
            }
        });
    };
    ExpectRuns(work([](auto x, auto y, uint64_t i) { y.SetValue(i, x.GetValue(i) + 1); }));
    float sum = 0;
    ExpectRuns(work([&](auto x, auto, uint64_t i) { sum += x.GetValue(i); }));
    ExpectRuns(work([](auto, auto y, uint64_t i) { y.SetValue(y.GetSize() - 1 - i, 1.0f); }));
}

TEST_F(Watchdog, TakesMasksAndTheTPipeForProgress) {
    Watch("0.05");
    const std::function<void(TPipe&)> calls[] = {
        [](TPipe& pipe) { pipe.Reset(); },
        [](TPipe&) { SetVectorMask<float>(0, 1); },
        [](TPipe&) { SetMaskCount(); },
    };
    for (const auto& call : calls) {
        ExpectRuns(RunKernel([&] {
            TPipe pipe;
            const double end = ProcessCpuSeconds() + 0.2;
            while (ProcessCpuSeconds() < end) {
                call(pipe);
            }
        }));
    }
}

TEST_F(Watchdog, EndsAPollThatSetsMasks) {
    Watch("0.05");
    const std::function<void(TPipe&)> calls[] = {
        [](TPipe& pipe) { pipe.Reset(); },
        [](TPipe&) { SetVectorMask<float>(0, 1); },
        [](TPipe&) { SetMaskNorm(); },
    };
    for (const auto& call : calls) {
        float flag = 0;
        ExpectFault(RunKernel([&] {
                        TPipe pipe;
                        GlobalTensor<float> global;
                        global.SetGlobalBuffer(&flag, 1);
                        const double end = ProcessCpuSeconds() + 3;
                        while (global.GetValue(0) == 0 && ProcessCpuSeconds() < end) {
                            call(pipe);
                        }
                    }),
                    507034,
                    {"TestOp: block 0: GetValue(GM float at ", "but scalar accesses to the same memory"});
    }
}

TEST_F(Watchdog, SaysShortTimesInMilliseconds) {
    SKIP_WITHOUT_SIGNALS();
    Watch("0.004");
    const std::string text = RunKernel(Spin).message();
    EXPECT_TRUE(std::regex_search(text, std::regex("no progress for [1-9][0-9.]* ms of computing"))) << text;
}

TEST_F(Watchdog, CountsComputingTimeOnly) {
    Watch("0.05");
    ExpectRuns(RunKernel([] {
        const timespec time{0, 300'000'000};
        nanosleep(&time, nullptr);
    }));
}

TEST_F(Watchdog, TakesTheLastStepIntoTheTrace) {
    SKIP_WITHOUT_SIGNALS();
    Watch("0.05");
    ASSERT_TRUE(base::SetSetting("trace", "-").ok());
    testing::internal::CaptureStderr();
    ExpectFault(RunKernel(Spin), 507034, {"no progress"});
    const std::string trace = testing::internal::GetCapturedStderr();
    EXPECT_NE(trace.find("AIV 0 #0 - - begins\nAIV 0 #1 - - FAULT no progress for "), std::string::npos)
        << trace;
    EXPECT_NE(trace.find("\nAIV 0 #2 - - is ended\n"), std::string::npos) << trace;
}

// A loop that never is in the kernel's own code.
TEST_F(Watchdog, EndsTheProcessWhereItCannotLeave) {
    SKIP_WITHOUT_SIGNALS();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            Watch("0.05");
            const base::Status status = RunKernel(
                [] {
                    int32_t order[2] = {0, 1};
                    std::qsort(order, 2, sizeof(int32_t), [](const void*, const void*) {
                        Spin();
                        return 0;
                    });
                },
                {.blocks = 1});
            FAIL() << status.message();
        },
        testing::KilledBySignal(SIGABRT),
        "aclnn-cpu: TestOp: block 0: no progress for [0-9.]+ s of computing, in code");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
