#include "runtime/device_arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace aclnn_cpu::runtime {
namespace {

// However much of one is written, others keep their bytes, and the arena its own knowledge.
TEST(DeviceArena, BlocksLieApart) {
    DeviceArena arena;
    std::vector<std::pair<char*, size_t>> blocks;
    for (size_t bytes = 1; bytes < 200000; bytes = bytes * 3 / 2 + 7) {
        blocks.emplace_back(arena.Take(bytes), bytes);
        ASSERT_NE(blocks.back().first, nullptr);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.back().first) % 512, 0u);
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
        std::memset(blocks[i].first, static_cast<int>(i + 1), blocks[i].second + DeviceArena::kBehind);
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
        EXPECT_EQ(blocks[i].first[0], static_cast<char>(i + 1));
        EXPECT_EQ(blocks[i].first[blocks[i].second - 1], static_cast<char>(i + 1));
        arena.Give(blocks[i].first, blocks[i].second);
        std::memset(blocks[i].first, 0xEE, blocks[i].second);  // a write after it was freed
    }
    for (const auto& [memory, bytes] : blocks) {
        char* const again = arena.Take(bytes);
        ASSERT_NE(again, nullptr);
        std::memset(again, 1, bytes);
    }
}

TEST(DeviceArena, UsesAgainWhatWasGivenBack) {
    DeviceArena arena;
    char* const first = arena.Take(1000);
    arena.Give(first, 1000);
    EXPECT_EQ(arena.Take(1000), first);
    EXPECT_NE(arena.Take(1000), first);
}

TEST(DeviceArena, HasNoRoomForWhatTheMachineHasNot) {
    DeviceArena arena;
    EXPECT_EQ(arena.Take(size_t{1} << 60), nullptr);
    EXPECT_NE(arena.Take(64), nullptr);
}

}  // namespace
}  // namespace aclnn_cpu::runtime
