// The order in which cores change global memory: every core in its turn, whatever the number of workers.
#include <chrono>
#include <thread>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

struct Entry {
    int64_t block;
    int round;
    bool operator==(const Entry&) const = default;
};

// Every core appends to a log in its turn, a different number of times, round after round; later cores come
// earlier to it, since they have less to do before.
std::vector<Entry> Log(uint32_t blocks, uint32_t threads) {
    std::vector<Entry> log;
    ExpectRuns(RunKernel(
        [&] {
            const int64_t me = GetBlockIdx();
            for (int round = 0; round < 3; ++round) {
                std::this_thread::sleep_for(std::chrono::microseconds(me % 7 == 0 ? 200 : 0));
                for (int64_t i = 0; i <= me % 3; ++i) {
                    aicore::AwaitTurn();
                    log.push_back({me, round});
                }
                SyncAll();
            }
        },
        {.blocks = blocks, .threads = threads}));
    return log;
}

TEST(Turns, FollowTheOrderOfBlocks) {
    for (const uint32_t blocks : {1u, 2u, 9u, 64u, 200u}) {
        std::vector<Entry> expected;
        for (int round = 0; round < 3; ++round) {
            for (int64_t block = 0; block < blocks; ++block) {
                expected.insert(expected.end(), static_cast<size_t>(block % 3 + 1), {block, round});
            }
        }
        for (const uint32_t threads : {1u, 2u, 8u}) {
            EXPECT_TRUE(Log(blocks, threads) == expected) << blocks << " blocks, " << threads << " workers";
        }
    }
}

TEST(Turns, FollowAShuffledOrder) {
    ASSERT_TRUE(base::SetSetting("schedule", "random:7").ok());
    const std::vector<Entry> first = Log(40, 1);
    EXPECT_TRUE(Log(40, 2) == first);
    EXPECT_TRUE(Log(40, 8) == first);
    static_cast<void>(base::SetSetting("schedule", ""));
    EXPECT_FALSE(Log(40, 2) == first);
}

// A sum of floats of very different sizes: another order gives another value.
TEST(Turns, MakeSumsOfFloatsRepeat) {
    const auto sum = [](uint32_t threads) {
        float total = 0;
        ExpectRuns(RunKernel(
            [&] {
                const auto me = static_cast<float>(GetBlockIdx());
                std::this_thread::sleep_for(std::chrono::microseconds(GetBlockIdx() % 5 == 0 ? 50 : 0));
                aicore::AwaitTurn();
                total += (static_cast<int64_t>(me) % 2 == 0 ? 1e8f : -1e8f) + me * 3.7f;
            },
            {.blocks = 101, .threads = threads}));
        return total;
    };
    const float once = sum(1);
    for (int repeat = 0; repeat < 20; ++repeat) {
        EXPECT_EQ(sum(2), once);
        EXPECT_EQ(sum(8), once);
    }
}

// Cores that fault, or end early, hold nobody up.
TEST(Turns, PassOverCoresThatFault) {
    ExpectFault(RunKernel(
                    [] {
                        ASSERT(GetBlockIdx() != 2);
                        aicore::AwaitTurn();
                    },
                    {.blocks = 50, .threads = 8}),
                507035, {"block 2: ASSERT"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
