// Kernels that go on after their fault, or catch what is to end them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "aicore/core.h"
#include "aicore/kernel_test.h"
#include "aicore/signals_test.h"
#include "base/sanitizers.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr const char* kFirst = "TestOp: block 0: SetFlag<MTE2_V>(9) at after_fault_test.cpp:";

class AfterFault : public testing::Test {
 protected:
    ~AfterFault() override {
        EXPECT_TRUE(base::SetSetting("watchdog", "").ok());
        EXPECT_TRUE(base::SetSetting("check", "").ok());
    }
    static void Set(const char* key, const char* value) { ASSERT_TRUE(base::SetSetting(key, value).ok()); }

    // Without the checker and with it, on one worker and on two.
    static void ExpectEnds(const std::function<void()>& kernel, int32_t code, const char* report) {
        for (const char* check : {"0", "1"}) {
            Set("check", check);
            for (const uint32_t threads : {1u, 2u}) {
                ExpectFault(RunKernel(kernel, {.blocks = 4, .threads = threads}), code, {report});
                ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 4, .threads = threads}));
            }
        }
    }
};

volatile int32_t never = 0;

void Fault() { SetFlag<HardEvent::MTE2_V>(9); }

void Spin() {
    while (never == 0) {
    }
}

template <typename Call>
void CatchForEver(Call call) {
    while (never == 0) {
        try {
            call();
        } catch (...) {
        }
    }
}

TEST_F(AfterFault, LoopsThatCatchEveryFaultAreEnded) {
    ExpectEnds([] { CatchForEver(Fault); }, 507035, kFirst);
    ExpectEnds(
        [] {
            CatchForEver([] {
                try {
                    Fault();
                } catch (...) {
                    Fault();  // in the handler
                }
            });
        },
        507035, kFirst);
}

TEST_F(AfterFault, NoCallEndsNormallyOnceTheFaultWasCaught) {
    const std::function<void()> calls[] = {
        [] { PipeBarrier<PIPE_ALL>(); },
        [] { SetFlag<HardEvent::V_S>(0); },
        [] { SyncAll(); },
        [] { CrossCoreSetFlag<0, PIPE_MTE3>(1); },
        [] { CrossCoreWaitFlag(1); },
        [] { SetVectorMask<float>(0, 1); },
        [] { SetMaskCount(); },
        [] { Duplicate(LocalTensor<float>(TPosition::VECCALC, 0, 64), 1.0f, 64); },
        [] { LocalTensor<float>(TPosition::VECCALC, 0, 64).SetValue(0, 1.0f); },
    };
    for (const std::function<void()>& call : calls) {
        ExpectEnds(
            [&] {
                TPipe of_the_block;
                try {
                    Fault();
                } catch (...) {
                }
                call();
                ADD_FAILURE() << "went on";
            },
            507035, kFirst);
        ExpectEnds(
            [&] {
                TPipe of_the_block;
                CatchForEver([] { Fault(); });
                CatchForEver(call);
            },
            507035, kFirst);
    }
}

TEST_F(AfterFault, ADestructorThatGoesOnForEverIsLeft) {
    struct Barriers {
        ~Barriers() {
            while (never == 0) {
                PipeBarrier<PIPE_ALL>();
            }
        }
    };
    struct Faults {
        ~Faults() { CatchForEver(Fault); }
    };
    ExpectEnds(
        [] {
            const Barriers barriers;
            Fault();
        },
        507035, kFirst);
    ExpectEnds(
        [] {
            const Faults faults;
            Fault();
        },
        507035, kFirst);
}

TEST_F(AfterFault, ABlockThatIsAbandonedEndsThoughItCatches) {
    const std::function<void()> kernel = [] {
        if (GetBlockIdx() != 1) {
            CatchForEver([] { SyncAll(); });
        }
    };
    ExpectEnds(kernel, 507034, "blocks 0, 2-3 wait for block 1");
}

TEST_F(AfterFault, TheWatchdogEndsABlockThatIsAbandoned) {
    SKIP_WITHOUT_SIGNALS();
    Set("watchdog", "0.05");
    const std::function<void()> kernel = [] {
        if (GetBlockIdx() != 1) {
            try {
                SyncAll();
            } catch (...) {
                Spin();
            }
        }
    };
    ExpectFault(RunKernel(kernel, {.blocks = 2}), 507034, {"block 0 waits for block 1"});
}

// Neither their own code nor a call of the emulator: such a block ends with the process.
TEST_F(AfterFault, TheReportIsPrintedBeforeTheProcessEnds) {
    SKIP_WITHOUT_SIGNALS();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto sort_for_ever = [] {
        int32_t order[2] = {0, 1};
        std::qsort(order, 2, sizeof(int32_t), [](const void*, const void*) {
            Spin();
            return 0;
        });
    };
    EXPECT_EXIT(
        {
            Set("watchdog", "0.05");
            static_cast<void>(RunKernel([&] {
                try {
                    Fault();
                } catch (...) {
                    sort_for_ever();
                }
            }));
        },
        testing::KilledBySignal(SIGABRT),
        "aclnn-cpu: TestOp: block 0: SetFlag<MTE2_V>.9. at after_fault_test.cpp:[0-9]+: .*\n"
        "aclnn-cpu: TestOp: block 0: no progress for ");
    EXPECT_EXIT(
        {
            Set("watchdog", "0.05");
            static_cast<void>(RunKernel(
                [&] {
                    try {
                        if (GetBlockIdx() == 0) {
                            SyncAll();
                        }
                    } catch (...) {
                        sort_for_ever();
                    }
                },
                {.blocks = 2}));
        },
        testing::KilledBySignal(SIGABRT),
        "aclnn-cpu: TestOp: block 0: SyncAll at .*block 0 waits for block 1.*\n"
        "aclnn-cpu: TestOp: block 0: no progress for ");
}

// Has no memory for what it would keep of a block.
class Poor : public aicore::Observer {
 public:
    void OnBlockBegin(const aicore::Core& core) override {
        if (core.block == 2) {
            throw std::bad_alloc();
        }
        ++began;
    }
    void OnBlockEnd(const aicore::Core& core) override {
        EXPECT_NE(core.block, 2u);
        ++ended;
    }
    int began = 0;
    int ended = 0;
};

TEST_F(AfterFault, NoMemoryForWhatWatchesABlockFailsTheLaunch) {
    for (const char* check : {"0", "1"}) {
        Set("check", check);
        Poor poor;
        aicore::Observer* const before = aicore::SetObserver(&poor);
        const base::Status status =
            RunKernel([] { EXPECT_NE(GetBlockIdx(), 2); }, {.blocks = 3, .threads = 1});
        aicore::SetObserver(before);
        EXPECT_EQ(status.code(), 207001);
        EXPECT_EQ(status.message(),
                  "TestOp: block 2: out of memory for what watches its core (ACLNN_CPU_CHECK, "
                  "ACLNN_CPU_TRACE); use fewer blocks or workers, or raise this process's limit of memory");
        EXPECT_EQ(poor.began, 2);
        EXPECT_EQ(poor.ended, 2);
        ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 3}));
    }
}

// Nor for the report of it.
class Destitute : public Poor {
 public:
    void OnFault(const aicore::Core&, const aicore::Fault&) override { throw std::bad_alloc(); }
};

TEST_F(AfterFault, NoMemoryForTheReportOfThatFailsTheLaunchToo) {
    for (const uint32_t threads : {1u, 2u}) {
        Destitute destitute;
        aicore::Observer* const before = aicore::SetObserver(&destitute);
        const base::Status status =
            RunKernel([] { EXPECT_NE(GetBlockIdx(), 2); }, {.blocks = 3, .threads = threads});
        aicore::SetObserver(before);
        EXPECT_EQ(status.code(), 207001);
        EXPECT_EQ(
            status.message(),
            "TestOp: out of memory for what watches its cores (ACLNN_CPU_CHECK, ACLNN_CPU_TRACE); use fewer "
            "blocks or workers, or raise this process's limit of memory");
        ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 3, .threads = threads}));
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
