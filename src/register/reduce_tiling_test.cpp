#include "tiling/reduce_tiling.h"

#include <gtest/gtest.h>

namespace AscendC {
namespace {

// From the formulas of the documentation, by hand.
TEST(ReduceTiling, AnswersTheSizeOfTheTemporaryBuffer) {
    constexpr uint32_t kNothing = 7;
    const auto sum = [](int64_t rows, int64_t columns, ReducePattern pattern, bool reuse = false,
                        bool inner_pad = true, ge::DataType type = ge::DT_FLOAT) {
        uint32_t most = kNothing;
        uint32_t least = kNothing;
        GetReduceSumMaxMinTmpSize(ge::Shape({rows, columns}), type, pattern, inner_pad, reuse, most, least);
        EXPECT_EQ(most, least);
        return least;
    };
    EXPECT_EQ(sum(4, 64, ReducePattern::AR), 0u);
    EXPECT_EQ(sum(4, 100, ReducePattern::AR), 4u * 64 * 4);
    EXPECT_EQ(sum(2, 128, ReducePattern::AR), 2u * 64 * 4);
    EXPECT_EQ(sum(1, 128, ReducePattern::AR), 128u * 4);
    EXPECT_EQ(sum(4, 100, ReducePattern::AR, true), 0u);
    EXPECT_EQ(sum(1, 9, ReducePattern::RA), 64u);
    EXPECT_EQ(sum(3, 8, ReducePattern::RA), 2u * 32);
    EXPECT_EQ(sum(4, 8, ReducePattern::RA), 2u * 32);
    EXPECT_EQ(sum(5, 8, ReducePattern::RA), 4u * 32);
    EXPECT_EQ(sum(5, 8, ReducePattern::R), kNothing);
    EXPECT_EQ(sum(5, 8, ReducePattern::RA, false, false), kNothing);
    EXPECT_EQ(sum(5, 8, ReducePattern::RA, false, true, ge::DT_FLOAT16), kNothing);
    EXPECT_EQ(sum(0, 8, ReducePattern::RA), kNothing);
    const auto extreme = [](int64_t rows, int64_t columns, ReducePattern pattern, bool minimum) {
        uint32_t most = kNothing;
        uint32_t least = kNothing;
        (minimum ? GetReduceMinMaxMinTmpSize : GetReduceMaxMaxMinTmpSize)(
            ge::Shape({rows, columns}), ge::DT_FLOAT16, pattern, true, false, most, least);
        EXPECT_EQ(most, least);
        return least;
    };
    EXPECT_EQ(extreme(3, 16, ReducePattern::AR, false), 0u);
    EXPECT_EQ(extreme(3, 17, ReducePattern::AR, true), 3u * 32);
    EXPECT_EQ(extreme(3, 128, ReducePattern::AR, false), 3u * 256);
    EXPECT_EQ(extreme(3, 17, ReducePattern::RA, true), 2u * 64);
}

}  // namespace
}  // namespace AscendC
