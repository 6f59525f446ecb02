// Barriers of all cores, in hardware and through global memory, and flags between blocks.
#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <numeric>
#include <set>

#include "aicore/kernel_test.h"
#include "base/sanitizers.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr uint32_t kWorkers[] = {1, 2, 8};

// ---- SyncAll

TEST(SyncAllOfBothKinds, HoldsCubeAndVectorCoresTogether) {
    for (const KernelMetaType type : {KERNEL_TYPE_MIX_AIC_1_1, KERNEL_TYPE_MIX_AIC_1_2}) {
        for (const uint32_t threads : kWorkers) {
            std::vector<int64_t> cubes(9, 0);
            std::vector<int64_t> vectors(18, 0);
            std::mutex mutex;
            std::set<int64_t> sums;
            const int64_t ratio = type == KERNEL_TYPE_MIX_AIC_1_2 ? 2 : 1;
            ExpectRuns(RunKernel(
                [&] {
                    for (int64_t round = 1; round <= 5; ++round) {
                        (ASCEND_IS_AIC ? cubes : vectors)[static_cast<size_t>(GetBlockIdx())] += round;
                        SyncAll<false>();
                        const int64_t sum = std::accumulate(cubes.begin(), cubes.end(), int64_t(0)) * 1000 +
                                            std::accumulate(vectors.begin(), vectors.end(), int64_t(0));
                        {
                            const std::lock_guard lock(mutex);
                            sums.insert(sum);
                        }
                        SyncAll<false>();
                    }
                },
                {.blocks = 9, .threads = threads, .type = type}));
            std::set<int64_t> expected;
            for (const int64_t done : {1, 3, 6, 10, 15}) {
                expected.insert(9 * done * 1000 + 9 * ratio * done);
            }
            EXPECT_EQ(sums, expected);
        }
    }
}

// In a mixed kernel the barrier of one kind leaves the other alone.
TEST(SyncAllOfOneKind, DoesNotWaitForTheOther) {
    std::array<int32_t, 3> cube_rounds{};
    ExpectRuns(RunKernel(
        [&] {
            if ASCEND_IS_AIC {
                ++cube_rounds[static_cast<size_t>(GetBlockIdx())];
                return;
            }
            for (int i = 0; i < 7; ++i) {
                SyncAll<true>();
            }
        },
        {.blocks = 3, .threads = 2, .type = KERNEL_TYPE_MIX_AIC_1_2}));
    EXPECT_EQ(cube_rounds, (std::array<int32_t, 3>{1, 1, 1}));
    ExpectFault(RunKernel([] { SyncAll<false>(); }, {.blocks = 2}), 507034,
                {"SyncAll<false> at ", "the kernel has only one kind"});
}

// 200 blocks, 1,000 times (fewer where each switch is dear); nobody is ever two rounds ahead.
TEST(SyncAll, BearsRepetition) {
    constexpr uint32_t kBlocks = 200;
    constexpr int kRounds = ACLNN_CPU_TSAN ? 50 : 1000;
    for (const uint32_t threads : kWorkers) {
        std::vector<int32_t> at(kBlocks, 0);
        const auto begin = std::chrono::steady_clock::now();
        ExpectRuns(RunKernel(
            [&] {
                const auto me = static_cast<size_t>(GetBlockIdx());
                for (int round = 1; round <= kRounds; ++round) {
                    at[me] = round;
                    SyncAll();
                    ASSERT(at[(me * 7 + static_cast<size_t>(round)) % kBlocks] >= round);
                    SyncAll();
                }
            },
            {.blocks = kBlocks, .threads = threads}));
        const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
        EXPECT_EQ(at, std::vector<int32_t>(kBlocks, kRounds));
        RecordProperty("microseconds_per_barrier_" + std::to_string(threads) + "_workers",
                       std::to_string(spent.count() / (2 * kRounds)));
    }
}

// ---- the barrier in global memory

struct SoftSync {
    uint32_t blocks = 1;
    uint32_t threads = 1;
    int32_t used = 0;  // as passed
    std::string_view soc = "Ascend910B1";
    int32_t spoilt = 0;         // the last block's slot before the launch
    uint64_t missing_ints = 0;  // of the workspace, to what it needs
    uint64_t local_missing = 0;
};

// Every block that takes part shows a number, four times, and reads its right neighbour's.
base::Status RunSoftSync(const SoftSync& options, std::vector<int32_t>* workspace) {
    const uint64_t ints = options.blocks * 8u;
    workspace->assign(ints + 8, 0x5A5A5A5A);
    std::fill(workspace->begin(), workspace->end() - 8, 0);
    (*workspace)[ints - 8] = options.spoilt;
    std::vector<int32_t> shown(options.blocks, 0);
    const uint32_t used = options.used == 0 ? options.blocks : static_cast<uint32_t>(options.used);
    const base::Status status = RunKernel(
        [&] {
            const auto me = static_cast<uint32_t>(GetBlockIdx());
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, static_cast<uint32_t>((ints - options.local_missing) * 4));
            const auto local = buffer.Get<int32_t>();
            GlobalTensor<int32_t> slots;
            slots.SetGlobalBuffer(workspace->data(), ints - options.missing_ints);
            if (me >= used) {
                return;
            }
            for (int32_t round = 0; round < 4; round += 2) {
                shown[me] = 100 * round + static_cast<int32_t>(me);
                SyncAll(slots, local, options.used);
                const uint32_t other = (me + 1) % used;
                EXPECT_EQ(shown[other], 100 * round + static_cast<int32_t>(other));
                EXPECT_GE(local.GetValue(other * 8), round + 1);
                SyncAll<true>(slots, local, options.used);
            }
        },
        {.blocks = options.blocks, .threads = options.threads, .soc = options.soc});
    EXPECT_EQ(std::count(workspace->end() - 8, workspace->end(), 0x5A5A5A5A), 8);
    return status;
}

TEST(SoftSyncAll, HoldsBlocksTogetherAndCountsInGlobalMemory) {
    for (const std::string_view soc : {"Ascend910B1", "ascend310p"}) {
        for (const uint32_t blocks : {1u, 2u, 9u, 200u}) {
            for (const uint32_t threads : kWorkers) {
                std::vector<int32_t> workspace;
                ExpectRuns(RunSoftSync({.blocks = blocks, .threads = threads, .soc = soc}, &workspace));
                for (uint32_t i = 0; i < blocks * 8; ++i) {
                    EXPECT_EQ(workspace[i], i % 8 == 0 ? 4 : 0);  // one per call
                }
            }
        }
    }
}

TEST(SoftSyncAll, WaitsForTheCoresThatItIsTold) {
    std::vector<int32_t> workspace;
    ExpectRuns(RunSoftSync({.blocks = 12, .threads = 2, .used = 5}, &workspace));
    for (uint32_t block = 0; block < 12; ++block) {
        EXPECT_EQ(workspace[block * 8], block < 5 ? 4 : 0);
    }
}

TEST(SoftSyncAll, ChecksItsWorkspaces) {
    std::vector<int32_t> workspace;
    ExpectFault(RunSoftSync({.blocks = 4, .spoilt = 9}, &workspace), 507035,
                {"block 3: SyncAll(workspace, 4 cores) at ",
                 "the workspace holds 9 for this block, expected 0", "fill it with zeros"});
    EXPECT_EQ(workspace[24], 9);
    ExpectFault(RunSoftSync({.blocks = 4, .missing_ints = 1}, &workspace), 507035,
                {"gmWorkspace has 124 bytes, expected at least 128"});
    ExpectFault(RunSoftSync({.blocks = 4, .local_missing = 8}, &workspace), 507035,
                {"ubWorkspace has 96 bytes, expected at least 128"});
    ExpectFault(RunSoftSync({.blocks = 4, .used = 5}, &workspace), 507035,
                {"usedCores is 5, expected 0 to 4"});
    ExpectFault(RunSoftSync({.blocks = 4, .soc = "ascend310b"}, &workspace), 507015, {"has no SyncAll"});
}

// A workspace that every block zeroes as a whole, as the reference allows, even when others have arrived.
TEST(SoftSyncAll, BearsBlocksThatZeroTheWorkspace) {
    for (const uint32_t threads : kWorkers) {
        std::vector<int32_t> workspace(8 * 8, 77);
        ExpectRuns(RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 256);
                GlobalTensor<int32_t> slots;
                slots.SetGlobalBuffer(workspace.data(), workspace.size());
                CrossCoreSetFlag<0, PIPE_MTE3>(0);
                if (GetBlockIdx() == 2) {
                    CrossCoreWaitFlag(0);
                }
                aicore::AwaitTurn();
                std::fill(workspace.begin(), workspace.end(), 0);
                SyncAll(slots, buffer.Get<int32_t>());
            },
            {.blocks = 8, .threads = threads}));
        for (uint32_t i = 0; i < 64; ++i) {
            EXPECT_EQ(workspace[i], i % 8 == 0 ? 1 : 0);
        }
    }
}

// ---- flags in global memory between two blocks

// A token that every block takes from its left neighbour and hands on, three times round.
TEST(InterBlockFlag, HandsATokenRound) {
    for (const uint32_t blocks : {2u, 3u, 20u}) {
        for (const uint32_t threads : kWorkers) {
            std::vector<int32_t> workspace(blocks * 8 * 2, 0);
            std::vector<int64_t> visits;
            ExpectRuns(RunKernel(
                [&] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 32);
                    GlobalTensor<int32_t> slots;
                    slots.SetGlobalBuffer(workspace.data(), workspace.size());
                    const auto local = buffer.Get<int32_t>();
                    const auto me = static_cast<int32_t>(GetBlockIdx());
                    const auto next = static_cast<int32_t>((GetBlockIdx() + 1) % GetBlockNum());
                    for (int round = 0; round < 3; ++round) {
                        if (me != 0 || round != 0) {
                            IBWait(slots, local, me, 1);
                            EXPECT_EQ(local.GetValue(0), 0);
                        }
                        visits.push_back(me);
                        IBSet(slots, local, next, 1);
                        EXPECT_EQ(local.GetValue(0), 1);
                    }
                },
                {.blocks = blocks, .threads = threads}));
            ASSERT_EQ(visits.size(), size_t(3) * blocks);
            for (size_t i = 0; i < visits.size(); ++i) {
                EXPECT_EQ(visits[i], static_cast<int64_t>(i % blocks));
            }
            EXPECT_EQ(workspace[blocks * 8], 1);  // the last hand-over, of event 1 to block 0
            EXPECT_EQ(std::count(workspace.begin(), workspace.end(), 0),
                      static_cast<int64_t>(blocks) * 16 - 1);
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
