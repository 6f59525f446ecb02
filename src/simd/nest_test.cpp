#include "simd/nest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aclnn_cpu::simd {
namespace {

using Ints = std::vector<int64_t>;

std::string Folded(const Ints& sizes, const std::vector<Ints>& operands) {
    std::vector<const int64_t*> strides;
    for (const Ints& operand : operands) {
        strides.push_back(operand.data());
    }
    return ToText(MakeNest(sizes, strides));
}

TEST(Nest, WhatIsDenseInEveryOperandBecomesOneDimension) {
    EXPECT_EQ(Folded({4, 5, 6}, {{30, 6, 1}, {30, 6, 1}, {30, 6, 1}}), "120, out 1, in 1, in 1");
    EXPECT_EQ(Folded({1, 7, 1}, {{7, 1, 1}, {99, 1, 3}}), "7, out 1, in 1");
    EXPECT_EQ(Folded({}, {{}, {}}), "1, out 1, in 1");
}

TEST(Nest, DimensionsFollowTheOutputsStrides) {
    EXPECT_EQ(Folded({4, 5}, {{1, 4}, {1, 4}}), "20, out 1, in 1");
    EXPECT_EQ(Folded({4, 5}, {{1, 8}, {1, 4}}), "5x4, out 8,1, in 4,1");
}

TEST(Nest, RowsOfAWiderTensorStayRows) {
    EXPECT_EQ(Folded({4, 5, 6}, {{30, 6, 1}, {60, 12, 1}}), "20x6, out 6,1, in 12,1");
}

TEST(Nest, WhatIsBroadcastIsAStrideOfZero) {
    EXPECT_EQ(Folded({4, 5, 6}, {{30, 6, 1}, {0, 0, 1}}), "20x6, out 6,1, in 0,1");
    EXPECT_EQ(Folded({4, 5, 6}, {{30, 6, 1}, {0, 0, 0}}), "120, out 1, in 0");
    EXPECT_EQ(Folded({4, 5, 6}, {{30, 6, 1}, {5, 1, 0}}), "20x6, out 6,1, in 1,0");
}

TEST(Nest, ATransposeGoesThroughTiles) {
    EXPECT_EQ(Folded({100, 200}, {{200, 1}, {1, 100}}), "100x200, out 200,1, in 1,100, tiles 32x64");
    EXPECT_EQ(Folded({100, 200}, {{1, 100}, {200, 1}}), "200x100, out 100,1, in 1,200, tiles 32x64");
    // Too narrow to be worth one.
    EXPECT_EQ(Folded({100, 4}, {{4, 1}, {1, 100}}), "100x4, out 4,1, in 1,100");
}

TEST(Nest, TheTransposedDimensionComesNextToTheInnermost) {
    EXPECT_EQ(Folded({30, 20, 40}, {{800, 40, 1}, {1, 1300, 30}}),
              "20x30x40, out 40,800,1, in 1300,1,30, tiles 30x40");
}

}  // namespace
}  // namespace aclnn_cpu::simd
