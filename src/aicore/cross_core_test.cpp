// Which cores a kernel starts, and flags between them.
#include <chrono>
#include <set>

#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr uint32_t kWorkers[] = {1, 2, 8};

// ---- which cores start

struct Seen {
    bool aiv, aic;
    int64_t block, blocks, sub_block, sub_blocks, ratio;
    auto operator<=>(const Seen&) const = default;
};

std::multiset<Seen> CoresOf(KernelMetaType type, std::string_view soc = "Ascend910B1") {
    std::multiset<Seen> seen;
    ExpectRuns(RunKernel(
        [&] {
            Seen here{false,          false, GetBlockIdx(), GetBlockNum(), GetSubBlockIdx(), GetSubBlockNum(),
                      GetTaskRation()};
            if ASCEND_IS_AIV {
                here.aiv = true;
            }
            if ASCEND_IS_AIC {
                here.aic = true;
            }
            EXPECT_EQ(ASCEND_IS_NOT_AIV, !here.aiv);
            EXPECT_EQ(ASCEND_IS_NOT_AIC, !here.aic);
            EXPECT_EQ(GetTaskRatio(), here.ratio);
            seen.insert(here);
        },
        {.blocks = 3, .soc = soc, .type = type}));
    return seen;
}

// Expected values: the table of kernel types in the public reference.
TEST(KernelType, StartsTheCoresOfItsTable) {
    const std::multiset<Seen> vectors = {
        {true, false, 0, 3, 0, 1, 1}, {true, false, 1, 3, 0, 1, 1}, {true, false, 2, 3, 0, 1, 1}};
    const std::multiset<Seen> cubes = {
        {false, true, 0, 3, 0, 1, 1}, {false, true, 1, 3, 0, 1, 1}, {false, true, 2, 3, 0, 1, 1}};
    std::multiset<Seen> one_to_one = vectors;
    one_to_one.insert(cubes.begin(), cubes.end());
    std::multiset<Seen> one_to_two = cubes;
    for (int64_t i = 0; i < 6; ++i) {
        one_to_two.insert({true, false, i, 3, i % 2, 2, 2});
    }
    EXPECT_EQ(CoresOf(KERNEL_TYPE_MAX), vectors);
    EXPECT_EQ(CoresOf(KERNEL_TYPE_AIV_ONLY), vectors);
    EXPECT_EQ(CoresOf(KERNEL_TYPE_MIX_AIV_1_0), vectors);
    EXPECT_EQ(CoresOf(KERNEL_TYPE_AIC_ONLY), cubes);
    EXPECT_EQ(CoresOf(KERNEL_TYPE_MIX_AIC_1_0), cubes);
    EXPECT_EQ(CoresOf(KERNEL_TYPE_MIX_AIC_1_1), one_to_one);
    EXPECT_EQ(CoresOf(KERNEL_TYPE_MIX_AIC_1_2), one_to_two);
    std::multiset<Seen> coupled;
    for (int64_t i = 0; i < 3; ++i) {
        coupled.insert({false, false, i, 3, 0, 1, 1});
    }
    for (const KernelMetaType type : {KERNEL_TYPE_MAX, KERNEL_TYPE_AICORE, KERNEL_TYPE_MIX_AIC_1_2}) {
        EXPECT_EQ(CoresOf(type, "ascend310b"), coupled);
        EXPECT_EQ(CoresOf(type, "ascend310p"), coupled);
    }
}

TEST(KernelType, IsRefusedWhereTheChipCannotStartIt) {
    ExpectFault(RunKernel([] {}, {.type = KERNEL_TYPE_AICORE}), 107000,
                {"TestOp: the kernel's type is KERNEL_TYPE_AICORE, which Ascend910B1 cannot start"});
    ExpectFault(RunKernel([] {}, {.type = KernelMetaType(77)}), 107000, {"the kernel's type is 77"});
}

TEST(KernelType, IsNamedInFaultsOfMixedKernels) {
    const auto run = [](bool cube) {
        return RunKernel([cube] { ASSERT(GetBlockIdx() != 1 || ASCEND_IS_AIC != cube); },
                         {.blocks = 2, .type = KERNEL_TYPE_MIX_AIC_1_2});
    };
    ExpectFault(run(true), 507035, {"TestOp: AIC block 1: ASSERT"});
    ExpectFault(run(false), 507035, {"TestOp: AIV block 1: ASSERT"});
}

// The same source runs on both kinds: what is not guarded must count once, on the vector cores.
TEST(KernelType, LeavesVectorWorkToVectorCores) {
    std::vector<float> out(3 * 64, -1.0f);
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 256);
            const auto tensor = buffer.Get<float>();
            GlobalTensor<float> global;
            global.SetGlobalBuffer(out.data() + GetBlockIdx() * 64, 64);
            DataCopy(tensor, global, 64);
            Adds(tensor, tensor, 3.0f, 64);
            DataCopy(global, tensor, 64);
        },
        {.blocks = 3, .type = KERNEL_TYPE_MIX_AIC_1_1}));
    EXPECT_EQ(out, std::vector<float>(3 * 64, 2.0f));
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 256);
            GlobalTensor<float> global;
            global.SetGlobalBuffer(out.data(), 64);
            Duplicate(buffer.Get<float>(), 5.0f, 64);
            DataCopy(global, buffer.Get<float>(), 64);
        },
        {.type = KERNEL_TYPE_AIC_ONLY}));
    EXPECT_EQ(out, std::vector<float>(3 * 64, 2.0f));
}

// ---- flags between cores

// The cube core of each logical AI Core hands numbers to its two vector cores and gets answers back, many
// times. What each reads is wrong unless the flags hold.
std::vector<uint64_t> PingPong(uint32_t blocks, uint32_t threads) {
    std::vector<uint64_t> question(blocks, 1);
    std::vector<uint64_t> answer(2 * blocks, 1);
    std::vector<uint64_t> sums(blocks, 0);
    ExpectRuns(RunKernel(
        [&] {
            const auto me = static_cast<size_t>(GetBlockIdx());
            for (uint64_t round = 0; round < 40; ++round) {
                if ASCEND_IS_AIC {
                    question[me] = round * 1000 + me;
                    CrossCoreSetFlag<2, PIPE_FIX>(3);
                    CrossCoreWaitFlag(4);
                    sums[me] = sums[me] * 3 + answer[2 * me] + answer[2 * me + 1];
                } else {
                    CrossCoreWaitFlag<2, PIPE_MTE2>(3);
                    answer[me] = question[me / 2] * (GetSubBlockIdx() == 0 ? 7u : 11u);
                    CrossCoreSetFlag<2, PIPE_MTE3>(4);
                }
            }
        },
        {.blocks = blocks, .threads = threads, .type = KERNEL_TYPE_MIX_AIC_1_2}));
    return sums;
}

TEST(CrossCoreFlag, PlaysPingPongInsideEachAiCore) {
    for (const uint32_t blocks : {1u, 2u, 20u, 66u}) {
        std::vector<uint64_t> expected(blocks, 0);
        for (uint64_t round = 0; round < 40; ++round) {
            for (uint32_t me = 0; me < blocks; ++me) {
                expected[me] = expected[me] * 3 + (round * 1000 + me) * 18;
            }
        }
        for (const uint32_t threads : kWorkers) {
            EXPECT_EQ(PingPong(blocks, threads), expected)
                << blocks << " blocks on " << threads << " workers";
        }
    }
}

// Mode 0 as a barrier: each core reads what its right neighbour wrote before.
std::vector<int64_t> Relay(uint32_t blocks, uint32_t threads, KernelMetaType type) {
    std::vector<int64_t> values[2] = {std::vector<int64_t>(blocks), std::vector<int64_t>(blocks)};
    ExpectRuns(RunKernel(
        [&] {
            const auto me = static_cast<size_t>(GetBlockIdx());
            values[0][me] = static_cast<int64_t>(me) * 3 + 1;
            for (int round = 0; round < 6; ++round) {
                CrossCoreSetFlag<0, PIPE_MTE3>(static_cast<uint16_t>(round % 2));
                CrossCoreWaitFlag(static_cast<uint16_t>(round % 2));
                const auto& old = values[round % 2];
                values[1 - round % 2][me] = old[me] * 2 + old[(me + 1) % blocks];
            }
        },
        {.blocks = blocks, .threads = threads, .type = type}));
    return values[0];
}

TEST(CrossCoreFlag, HoldsAllCoresOfAKindTogether) {
    for (const uint32_t blocks : {1u, 2u, 7u, 48u, 200u}) {
        std::vector<int64_t> expected(blocks);
        for (uint32_t i = 0; i < blocks; ++i) {
            expected[i] = int64_t(i) * 3 + 1;
        }
        for (int round = 0; round < 6; ++round) {
            const std::vector<int64_t> old = expected;
            for (uint32_t i = 0; i < blocks; ++i) {
                expected[i] = old[i] * 2 + old[(i + 1) % blocks];
            }
        }
        for (const uint32_t threads : kWorkers) {
            EXPECT_EQ(Relay(blocks, threads, KERNEL_TYPE_MIX_AIV_1_0), expected);
            EXPECT_EQ(Relay(blocks, threads, KERNEL_TYPE_MIX_AIC_1_0), expected);
        }
    }
}

// Mode 1 joins the vector cores of one AI Core, and lets other AI Cores be.
TEST(CrossCoreFlag, JoinsTheVectorCoresOfOneAiCore) {
    for (const uint32_t threads : kWorkers) {
        std::vector<int64_t> mine(10, 0);
        std::vector<int64_t> got(10, 0);
        ExpectRuns(RunKernel(
            [&] {
                const auto me = static_cast<size_t>(GetBlockIdx());
                if (ASCEND_IS_AIC || me / 2 == 3) {
                    return;  // the fourth AI Core never comes
                }
                mine[me] = 100 + static_cast<int64_t>(me);
                CrossCoreSetFlag<1, PIPE_V>(15);
                CrossCoreWaitFlag<1>(15);
                got[me] = mine[me ^ 1];
            },
            {.blocks = 5, .threads = threads, .type = KERNEL_TYPE_MIX_AIC_1_2}));
        EXPECT_EQ(got, (std::vector<int64_t>{101, 100, 103, 102, 105, 104, 0, 0, 109, 108}));
    }
}

TEST(CrossCoreFlag, CountsUpToFifteen) {
    const auto run = [](int sets) {
        return RunKernel(
            [sets] {
                for (int i = 0; i < sets; ++i) {
                    if ASCEND_IS_AIC {
                        CrossCoreSetFlag<2, PIPE_FIX>(5);
                    } else {
                        CrossCoreWaitFlag(5);
                    }
                }
            },
            {.blocks = 2, .type = KERNEL_TYPE_MIX_AIC_1_1});
    };
    ExpectRuns(run(15));
    ExpectFault(run(16), 507035,
                {"TestOp: AIC block 0: CrossCoreSetFlag<2>(5) at cross_core_test.cpp:",
                 "the counter of the flag on AIV block 0 would be 16, expected at most 15"});
    ExpectFault(
        RunKernel(
            [] {
                for (int i = 0; i < (GetBlockIdx() == 1 ? 16 : 0); ++i) {
                    CrossCoreSetFlag<0, PIPE_MTE3>(9);
                }
            },
            {.blocks = 2}),
        507035,
        {"block 1: CrossCoreSetFlag<0>(9)", "the sets that others still lack of block 1 would be 16"});
}

TEST(CrossCoreFlag, RefusesWhatTheChipCannotDo) {
    const auto run = [](void (*call)(), KernelMetaType type = KERNEL_TYPE_MIX_AIV_1_0,
                        std::string_view soc = "Ascend910B1") {
        return RunKernel(call, {.blocks = 2, .soc = soc, .type = type});
    };
    ExpectFault(run([] { CrossCoreSetFlag<0, PIPE_V>(16); }), 507035,
                {"CrossCoreSetFlag<0, PIPE_V>(16) at ", "the flag id is 16, expected 0 to 15"});
    ExpectFault(run([] { CrossCoreWaitFlag(300); }), 507035,
                {"CrossCoreWaitFlag(300)", "the flag id is 300"});
    ExpectFault(run([] { CrossCoreSetFlag<4, PIPE_V>(1); }), 507035, {"Ascend910B1 has no mode 4"});
    ExpectFault(run([] { CrossCoreSetFlag<0, PIPE_ALL>(1); }), 507035, {"the pipe is PIPE_ALL"});
    ExpectFault(run([] { CrossCoreSetFlag<0, PIPE_S>(1); }), 507035, {"the pipe is PIPE_S"});
    ExpectFault(run([] { CrossCoreSetFlag<2, PIPE_V>(1); }), 507034,
                {"mode 2 is for kernels with cube and vector cores", "KERNEL_TYPE_MIX_AIV_1_0"});
    ExpectFault(run([] { CrossCoreSetFlag<1, PIPE_FIX>(1); }, KERNEL_TYPE_MIX_AIC_1_1), 507035,
                {"AIC block 0", "mode 1 is among vector cores"});
    ExpectFault(run([] { CrossCoreWaitFlag(1); }, KERNEL_TYPE_AIV_ONLY), 507034,
                {"KERNEL_TYPE_AIV_ONLY without flags between cores", "declare a KERNEL_TYPE_MIX_ type"});
    ExpectFault(run([] { SyncAll(); }, KERNEL_TYPE_AIC_ONLY), 507034,
                {"SyncAll at ", "KERNEL_TYPE_AIC_ONLY"});
    ExpectFault(run([] { CrossCoreSetFlag<0, PIPE_V>(1); }, KERNEL_TYPE_MAX, "ascend310b"), 507015,
                {"has no flags between cores"});
    ExpectFault(run([] { SyncAll(); }, KERNEL_TYPE_MAX, "ascend310p"), 507015,
                {"use SyncAll with a workspace"});
}

// ---- the clock

TEST(SystemCycle, CountsFiftyMillionASecond) {
    ExpectRuns(RunKernel([] {
        const auto begin = std::chrono::steady_clock::now();
        const int64_t first = GetSystemCycle();
        while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(20)) {
        }
        const int64_t cycles = GetSystemCycle() - first;
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        EXPECT_GE(cycles, 999'000);
        EXPECT_LE(static_cast<double>(cycles), spent.count() * 50e6 + 1);
    }));
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
