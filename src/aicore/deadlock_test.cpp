// Launches that cannot end say who waits where, for whom (BL-41); those that can repeat exactly.
#include <algorithm>
#include <cstdio>
#include <set>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr uint32_t kWorkers[] = {1, 2, 8};

// ---- a run repeats

// Cores that add to one float in their turns, meet in several ways, and log; in the shuffled order too.
std::string Everything(uint32_t threads) {
    float sum = 0;
    std::string log;
    const base::Status status = RunKernel(
        [&] {
            const auto me = static_cast<int32_t>(GetBlockIdx());
            for (int32_t round = 0; round < 4; ++round) {
                if ASCEND_IS_AIC {
                    if ((me + round) % 3 != 0) {
                        aicore::AwaitTurn();
                        sum = sum * 1.25f + static_cast<float>(me) * 0.37f;
                        log += "c" + std::to_string(me);
                    }
                    CrossCoreSetFlag<2, PIPE_FIX>(1);
                    CrossCoreWaitFlag(2);
                } else {
                    CrossCoreWaitFlag(1);
                    aicore::AwaitTurn();
                    sum = sum * 0.75f - static_cast<float>(me) * 0.11f;
                    log += "v" + std::to_string(me);
                    CrossCoreSetFlag<2, PIPE_MTE3>(2);
                }
                if (round == 2) {
                    SyncAll<false>();
                }
            }
            aicore::AwaitTurn();
            sum += static_cast<float>(me) * 1e-3f;
        },
        {.blocks = 11, .threads = threads, .type = KERNEL_TYPE_MIX_AIC_1_2});
    ExpectRuns(status);
    char bits[32];
    std::snprintf(bits, sizeof(bits), " %a", static_cast<double>(sum));
    return log + bits;
}

TEST(Determinism, DoesNotDependOnTheNumberOfWorkers) {
    std::set<std::string> orders;
    for (const char* schedule : {"", "random:1", "random:2", "random:3"}) {
        ASSERT_TRUE(base::SetSetting("schedule", schedule).ok());
        const std::string once = Everything(1);
        orders.insert(once);
        for (int repeat = 0; repeat < 10; ++repeat) {
            EXPECT_EQ(Everything(2), once);
            EXPECT_EQ(Everything(8), once);
        }
    }
    static_cast<void>(base::SetSetting("schedule", ""));
    EXPECT_EQ(orders.size(), 4u);  // each seed is an order of its own
}

// ---- deadlocks: BL-41

TEST(Deadlock, NamesEveryGroupThatWaits) {
    const auto run = [](uint32_t threads) {
        return RunKernel(
            [] {
                const int64_t me = GetBlockIdx();
                if ASCEND_IS_AIC {
                    if (me == 1) {
                        SyncAll<false>();
                    }
                    return;
                }
                if (me == 4) {
                    return;
                }
                if (me == 5) {
                    CrossCoreSetFlag<1, PIPE_V>(7);
                    CrossCoreWaitFlag(7);
                }
                if (me == 0) {
                    CrossCoreWaitFlag(6);
                }
                SyncAll();
            },
            {.blocks = 3, .threads = threads, .type = KERNEL_TYPE_MIX_AIC_1_2});
    };
    for (const uint32_t threads : kWorkers) {
        const base::Status status = run(threads);
        ExpectFault(
            status, 507034,
            {"TestOp: AIV block 0: CrossCoreWaitFlag(6) at deadlock_test.cpp:",
             "AIV block 0 waits for flag 6, which no core has set for it",
             "; AIV blocks 1-3 wait in SyncAll at deadlock_test.cpp:",
             "for AIV block 4, which has ended without coming here, and for AIV blocks 0, 5, which wait "
             "elsewhere",
             "; AIC block 1 waits in SyncAll<false> at deadlock_test.cpp:",
             "for AIC blocks 0, 2, AIV block 4, which have ended without coming here, and for AIV blocks "
             "0-3, 5, which "
             "wait elsewhere",
             "; AIV block 5 waits in CrossCoreWaitFlag(7) at deadlock_test.cpp:",
             "for AIV block 4, which has ended"});
        EXPECT_EQ(status.message(), run(1).message());
        ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 3, .threads = threads}));
    }
}

TEST(Deadlock, NamesWhomAFlagOrASoftBarrierLacks) {
    ExpectFault(RunKernel(
                    [] {
                        if (GetBlockIdx() != 2 && GetBlockIdx() != 3) {
                            CrossCoreSetFlag<0, PIPE_MTE3>(1);
                        }
                        CrossCoreWaitFlag(1);
                    },
                    {.blocks = 6, .threads = 2}),
                507034,
                {"blocks 0-5 wait for blocks 2-3, which wait elsewhere", "every CrossCoreWaitFlag needs"});
    std::vector<int32_t> workspace(6 * 8, 0);
    const auto soft = [&](std::string_view soc) {
        std::fill(workspace.begin(), workspace.end(), 0);
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 192);
                GlobalTensor<int32_t> slots;
                slots.SetGlobalBuffer(workspace.data(), workspace.size());
                if (GetBlockIdx() % 4 != 1) {
                    SyncAll(slots, buffer.Get<int32_t>());
                }
            },
            {.blocks = 6, .threads = 2, .soc = soc});
    };
    const std::vector<std::string> parts = {
        "TestOp: block 0: SyncAll(workspace, 6 cores) at deadlock_test.cpp:",
        "blocks 0, 2-4 wait for blocks 1, 5, which have ended"};
    ExpectFault(soft("Ascend910B1"), 507034, parts);
    ExpectFault(soft("ascend310p"), 507014, parts);
    ExpectFault(RunKernel(
                    [&] {
                        TPipe pipe;
                        TBuf<> buffer;
                        pipe.InitBuffer(buffer, 32);
                        GlobalTensor<int32_t> slots;
                        slots.SetGlobalBuffer(workspace.data(), workspace.size());
                        std::fill(workspace.begin(), workspace.end(), 0);
                        IBWait(slots, buffer.Get<int32_t>(), 1, 0);
                    },
                    {.blocks = 2}),
                507034,
                {"IBWait(block 1, event 0) at ", "blocks 0-1 wait for an IBSet of the same block and event"});
}

// What a launch left behind does not reach the next.
TEST(Deadlock, LeavesNoFlagsBehind) {
    ExpectRuns(RunKernel([] { CrossCoreSetFlag<0, PIPE_MTE3>(2); }, {.blocks = 3, .threads = 2}));
    ExpectFault(RunKernel([] { CrossCoreWaitFlag(2); }, {.blocks = 3, .threads = 2}), 507034,
                {"which no core has set for them"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
