#include "aicore/check/global_log.h"

#include <gtest/gtest.h>

namespace aclnn_cpu::aicore::check {
namespace {

Rows RowsOf(uint64_t count, uint64_t bytes, uint64_t stride) {
    Rows rows{{1000, 1000 + bytes}};
    for (uint64_t i = 1; i < count; ++i) {
        EXPECT_TRUE(rows.Extend({1000 + i * stride, 1000 + i * stride + bytes})) << i;
    }
    return rows;
}

TEST(Rows, OverlapWhereOneOfThemLies) {
    const Rows rows = RowsOf(5, 8, 32);
    for (uint64_t begin = 900; begin < 1300; ++begin) {
        for (const uint64_t bytes : {1u, 7u, 24u, 30u}) {
            bool expected = false;
            for (uint64_t i = 0; i < 5; ++i) {
                expected = expected || Range{1000 + i * 32, 1008 + i * 32}.Overlaps({begin, begin + bytes});
            }
            EXPECT_EQ(rows.Overlaps({begin, begin + bytes}), expected) << begin << " " << bytes;
        }
    }
}

TEST(Rows, TakeOnlyTheNextRow) {
    Rows rows = RowsOf(3, 8, 32);
    EXPECT_FALSE(rows.Extend({1100, 1108}));  // another distance
    EXPECT_FALSE(rows.Extend({1096, 1100}));  // another length
    EXPECT_FALSE(rows.Extend({1064, 1072}));  // again
    EXPECT_TRUE(rows.Extend({1096, 1104}));
    Rows adjacent{{0, 8}};
    EXPECT_TRUE(adjacent.Extend({8, 24}));
    EXPECT_EQ(adjacent.count, 1u);
    EXPECT_TRUE(adjacent.Overlaps({23, 40}));
    EXPECT_FALSE(adjacent.Overlaps({24, 40}));
}

GlobalAccess Access(uint64_t begin, uint32_t time, uint32_t pipe, GlobalUse use) {
    GlobalAccess access;
    access.range = {begin, begin + 32};
    access.time = time;
    access.pipe = pipe;
    access.use = use;
    return access;
}

// A copy has up to 4095 rows.
TEST(RecentAccesses, KeepEveryRowOfACopy) {
    RecentAccesses recent;
    for (uint64_t row = 0; row < 4095; ++row) {
        recent.Note(Access(row * 64, 7, 5, GlobalUse::kWrite));
    }
    for (const uint64_t row : {0u, 1u, 2000u, 4094u}) {
        EXPECT_TRUE(recent.FindConflict(Access(row * 64, 1, 4, GlobalUse::kRead), {}).has_value()) << row;
        EXPECT_FALSE(recent.FindConflict(Access(row * 64 + 32, 1, 4, GlobalUse::kRead), {}).has_value());
    }
}

// The first in the program, whichever tensor has the lower address.
TEST(FindRace, NamesTheFirstInTheProgram) {
    for (const uint64_t first : {0u, 1000u}) {
        std::vector<CoreLog> logs(2);
        for (CoreLog& log : logs) {
            log.Note(Access(first, 1, 5, GlobalUse::kWrite));
            log.Note(Access(1000 - first, 2, 5, GlobalUse::kWrite));
        }
        const std::optional<Race> race = FindRace(logs);
        ASSERT_TRUE(race.has_value());
        EXPECT_EQ(race->a.time, 1u);
        EXPECT_EQ(race->shared.begin, first);
    }
}

TEST(CoreLog, SharesWhatManyCoresLearn) {
    const auto learnt = std::make_shared<const CoreClocks>(CoreClocks{{1, 0}, {0, 5}});
    CoreLog log;
    log.Note(Access(0, 1, 4, GlobalUse::kRead));
    log.Learn(learnt);
    EXPECT_EQ(log.clocks.back(), learnt);
    ASSERT_EQ(log.clocks.size(), 2u);

    // With nothing done in between, what is learnt next takes its place, and keeps what was known.
    log.Learn(std::make_shared<const CoreClocks>(CoreClocks{{3, 0}}));
    EXPECT_EQ(log.clocks.size(), 2u);
    EXPECT_EQ(log.known(), (CoreClocks{{3, 0}, {0, 5}}));
    EXPECT_EQ(*log.clocks.front(), CoreClocks{});

    GlobalAccess access = Access(0, 2, 4, GlobalUse::kRead);
    access.acquired = 1;
    log.Note(access);
    log.Learn(learnt);
    EXPECT_EQ(log.clocks.size(), 3u);
}

}  // namespace
}  // namespace aclnn_cpu::aicore::check
