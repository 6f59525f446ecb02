#include "benchmarks/harness.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace aclnn_cpu::benchmarks {
namespace {

constexpr MeasureOptions kFast{.seconds = 0, .sample_seconds = 1e-6, .least_rounds = 6, .rest_seconds = 0};

std::string NothingWrong() { return ""; }

TEST(Measure, TakesASampleOfEveryContenderInEveryRound) {
    int64_t runs[2] = {};
    const std::vector<Timing> timings = Measure(
        {{"one", [&] { ++runs[0]; }, NothingWrong, 50}, {"other", [&] { ++runs[1]; }, NothingWrong}}, kFast);
    ASSERT_EQ(timings.size(), 2u);
    for (const Timing& timing : timings) {
        EXPECT_EQ(timing.samples.size(), 6u);
        EXPECT_GT(timing.median_seconds, 0);
        EXPECT_LE(timing.best_seconds, timing.median_seconds);
    }
    EXPECT_GT(runs[0], 50 + 6);
    EXPECT_GT(runs[1], 6);
}

TEST(Measure, EndsTheProcessAtAWrongResult) {
    const Contender wrong{"sly", [] {}, [] { return std::string("element 3 is 1, expected 2"); }};
    EXPECT_EXIT(Measure({wrong}, kFast), testing::ExitedWithCode(1),
                "sly computes a wrong result: element 3 is 1, expected 2");
}

TEST(RunAndCheck, ChecksWhatTheRunLeft) {
    int value = 0;
    const Contender contender{"counts", [&] { ++value; },
                              [&] { return value == 1 ? std::string() : std::to_string(value); }};
    EXPECT_EQ(RunAndCheck(contender), "");
    EXPECT_EQ(RunAndCheck(contender), "2");
}

TEST(Buffer, BeginsBehindTheStartOfALargePage) {
    const Buffer buffer(5000, 1344);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.as<void>()) % (size_t{2} << 20), 1344u);
    std::memset(buffer.as<char>(), 1, 5000);
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks
