#include "nnopbase/workspace.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace aclnn_cpu::nnopbase {
namespace {

TEST(Workspace, ABlockTakesItsBytesAnd32MoreRoundedUpTo512) {
    EXPECT_EQ(BlockBytes(1), 512u);
    EXPECT_EQ(BlockBytes(480), 512u);
    EXPECT_EQ(BlockBytes(481), 1024u);
    EXPECT_EQ(BlockBytes(4096), 4608u);
}

// A chain of five steps: each reads the previous one's result and writes its own, so two blocks are in use at
// a time.
TEST(Workspace, NeedsThePeakNotTheSum) {
    std::vector<WorkspaceBlock> blocks;
    for (uint32_t step = 0; step < 5; ++step) {
        blocks.push_back({1000, step, step + 1, 0});
    }
    EXPECT_EQ(PlaceBlocks(blocks), 2 * 1536u);
    EXPECT_NE(blocks[0].offset, blocks[1].offset);
    EXPECT_EQ(blocks[0].offset, blocks[2].offset);
}

// One block lives throughout; two short ones share the place beside it.
TEST(Workspace, LongLivedBlocksStandAside) {
    std::vector<WorkspaceBlock> blocks = {{100, 0, 9, 0}, {5000, 0, 3, 0}, {5000, 4, 9, 0}};
    EXPECT_EQ(PlaceBlocks(blocks), 5120u + 512u);
    EXPECT_EQ(blocks[1].offset, blocks[2].offset);
}

TEST(Workspace, BlocksInUseTogetherNeverMeet) {
    std::mt19937 engine(7);
    const auto random = [&engine] { return static_cast<uint32_t>(engine()); };
    for (int round = 0; round < 300; ++round) {
        std::vector<WorkspaceBlock> blocks(12);
        uint64_t sum = 0;
        for (WorkspaceBlock& block : blocks) {
            block.bytes = random() % 5000;
            block.first = random() % 10;
            block.last = block.first + random() % 4;
            sum += BlockBytes(block.bytes);
        }
        const uint64_t total = PlaceBlocks(blocks);
        uint64_t busiest = 0;
        for (uint32_t step = 0; step < 14; ++step) {
            uint64_t live = 0;
            for (const WorkspaceBlock& a : blocks) {
                if (a.first > step || step > a.last) {
                    continue;
                }
                live += BlockBytes(a.bytes);
                ASSERT_LE(a.offset + BlockBytes(a.bytes), total);
                ASSERT_EQ(a.offset % 512, 0u);
                for (const WorkspaceBlock& b : blocks) {
                    if (&a != &b && b.first <= step && step <= b.last) {
                        ASSERT_TRUE(a.offset + BlockBytes(a.bytes) <= b.offset ||
                                    b.offset + BlockBytes(b.bytes) <= a.offset);
                    }
                }
            }
            busiest = std::max(busiest, live);
        }
        ASSERT_GE(total, busiest);
        ASSERT_LE(total, sum);
    }
}

TEST(Workspace, NothingNeedsNothing) { EXPECT_EQ(PlaceBlocks({}), 0u); }

}  // namespace
}  // namespace aclnn_cpu::nnopbase
