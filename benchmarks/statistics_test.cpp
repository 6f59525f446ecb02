#include "benchmarks/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace aclnn_cpu::benchmarks {
namespace {

TEST(Quartiles, LieBetweenTheSamplesThatEncloseThem) {
    const std::vector<double> samples = {4, 1, 3, 2};
    const Quartiles quartiles = QuartilesOf(samples);
    EXPECT_DOUBLE_EQ(quartiles.first, 1.75);
    EXPECT_DOUBLE_EQ(quartiles.median, 2.5);
    EXPECT_DOUBLE_EQ(quartiles.third, 3.25);
    EXPECT_DOUBLE_EQ(quartiles.Spread(), 0.6);
}

TEST(Quartiles, OfOneSampleAreThatSample) {
    const std::vector<double> one = {7};
    EXPECT_DOUBLE_EQ(QuartilesOf(one).first, 7);
    EXPECT_DOUBLE_EQ(QuartilesOf(one).third, 7);
    EXPECT_DOUBLE_EQ(QuartilesOf(one).Spread(), 0);
}

TEST(Quartiles, OfNothingAreZero) {
    EXPECT_DOUBLE_EQ(QuartilesOf({}).median, 0);
    EXPECT_DOUBLE_EQ(QuartilesOf({}).Spread(), 0);
}

TEST(PairedRatio, CancelsWhatSlowsAWholeRound) {
    const std::vector<double> ours = {1, 10, 1, 3, 1};
    const std::vector<double> theirs = {2, 20, 2, 6, 2};
    const Ratio ratio = PairedRatio(theirs, ours);
    EXPECT_DOUBLE_EQ(ratio.value, 2);
    EXPECT_DOUBLE_EQ(ratio.spread, 0);
    EXPECT_EQ(ratio.rounds, 5u);
    EXPECT_TRUE(ratio.Reliable());
    EXPECT_EQ(Text(ratio), "2.00");
}

TEST(PairedRatio, IsTheMedianOfRatiosNotTheRatioOfMedians) {
    const std::vector<double> above = {1, 2, 9, 10, 11};
    const std::vector<double> below = {10, 10, 3, 2, 1};
    EXPECT_DOUBLE_EQ(PairedRatio(above, below).value, 3);
}

TEST(PairedRatio, WithAWideSpreadIsNotQuoted) {
    const std::vector<double> above = {1, 1.2, 1.5, 1.8, 2};
    const std::vector<double> below(5, 1);
    const Ratio ratio = PairedRatio(above, below);
    EXPECT_DOUBLE_EQ(ratio.value, 1.5);
    EXPECT_DOUBLE_EQ(ratio.spread, 0.4);
    EXPECT_FALSE(ratio.Reliable());
    EXPECT_EQ(Text(ratio), "noisy 40%");
}

TEST(PairedRatio, OfTooFewRoundsIsNotQuoted) {
    const std::vector<double> four(4, 1);
    EXPECT_FALSE(PairedRatio(four, four).Reliable());
    EXPECT_EQ(Text(PairedRatio(four, four)), "busy");
}

TEST(PairedRatio, DropsRoundsThatOneSideLacks) {
    const std::vector<double> above = {2, 2, 2, 0, 100};
    const std::vector<double> below = {1, 0, 1, 1};
    const Ratio ratio = PairedRatio(above, below);
    EXPECT_EQ(ratio.rounds, 2u);
    EXPECT_EQ(ratio.dropped, 3u);
    EXPECT_DOUBLE_EQ(ratio.value, 2);
}

TEST(PairedRatio, OfDroppedRoundsOnlyIsNotMistakenForNoMeasurement) {
    const std::vector<double> above(9, 0), below(9, 1);
    EXPECT_TRUE(PairedRatio(above, below).Known());
    EXPECT_FALSE(PairedRatio(above, below).Reliable());
    EXPECT_EQ(Text(PairedRatio(above, below)), "busy");
}

TEST(PairedRatio, OfNothingIsADash) {
    EXPECT_FALSE(PairedRatio({}, {}).Known());
    EXPECT_EQ(Text(PairedRatio({}, {})), "-");
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks
