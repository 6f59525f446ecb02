#include "simd/traffic.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

namespace aclnn_cpu::simd {
namespace {

// Sizes that no other test uses, since what is learnt lasts for the process.
constexpr int64_t kHuge = int64_t{1} << 36;

// The way of a call that takes 2 ms longer unless it goes the `fast` way.
Traffic OneCall(int64_t bytes, uint32_t threads, Traffic fast) {
    const TrafficTrial trial(bytes, threads);
    if (trial.traffic() != fast) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return trial.traffic();
}

TEST(TrafficTrial, SmallCallsStayInTheCachesWithoutATrial) {
    for (int call = 0; call < 20; ++call) {
        EXPECT_EQ(OneCall(0, 1, Traffic::kCached), Traffic::kCached);
        EXPECT_EQ(OneCall(64 << 10, 1, Traffic::kCached), Traffic::kCached);
        EXPECT_EQ(OneCall(256 << 10, 4, Traffic::kCached), Traffic::kCached);
    }
}

TEST(TrafficTrial, TriesEveryWayThenTakesTheFastest) {
    int64_t bytes = kHuge;
    for (const Traffic fast : {Traffic::kCached, Traffic::kAhead, Traffic::kPastCaches}) {
        std::map<Traffic, int> calls;
        for (int call = 0; call < 12; ++call) {
            ++calls[OneCall(bytes, 1, fast)];
        }
        EXPECT_EQ(calls[Traffic::kCached], 4);
        EXPECT_EQ(calls[Traffic::kAhead], 4);
        EXPECT_EQ(calls[Traffic::kPastCaches], 4);
        for (int call = 0; call < 5; ++call) {
            EXPECT_EQ(OneCall(bytes, 1, fast), fast);
        }
        bytes *= 2;
    }
}

TEST(TrafficTrial, EachNumberOfThreadsLearnsForItself) {
    const int64_t bytes = kHuge * 16;
    for (int call = 0; call < 12; ++call) {
        OneCall(bytes, 1, Traffic::kAhead);
        OneCall(bytes, 2, Traffic::kPastCaches);
    }
    EXPECT_EQ(OneCall(bytes, 1, Traffic::kAhead), Traffic::kAhead);
    EXPECT_EQ(OneCall(bytes, 2, Traffic::kPastCaches), Traffic::kPastCaches);
}

}  // namespace
}  // namespace aclnn_cpu::simd
