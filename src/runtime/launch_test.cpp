#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using LaunchTest = DeviceTest;

TEST_F(LaunchTest, ReleasesWhatTheWorkHoldsBeforeItCountsAsDone) {
    for (const uint64_t size : {uint64_t{0}, kLargeWork}) {
        auto held = std::make_shared<int>(1);
        const std::weak_ptr<int> watch = held;
        ASSERT_TRUE(
            Launch(nullptr, Work{"Hold", [held = std::move(held)] { return base::Status::Ok(); }, size})
                .ok());
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        EXPECT_TRUE(watch.expired());
    }
}

TEST_F(LaunchTest, CanBeCalledFromManyDevicesAtOnce) {
    std::vector<std::thread> threads;
    std::atomic<int> runs{0};
    for (int32_t device = 0; device < 8; ++device) {
        threads.emplace_back([&runs, device] {
            ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
            for (int i = 0; i < 100; ++i) {
                ASSERT_TRUE(Launch(nullptr, Work{"Count",
                                                 [&runs] {
                                                     ++runs;
                                                     return base::Status::Ok();
                                                 },
                                                 i % 10 == 0 ? kLargeWork : 0})
                                .ok());
            }
            // The test itself uses device 0, so that resetting it here would not wait.
            ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
            ASSERT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(runs, 800);
}

// What the runtime adds to a small operator: printed, and bounded far above what it is, so that a slow
// machine passes.
TEST_F(LaunchTest, SmallWorkAndASynchroniseCostLittle) {
    const ScopedStream stream;
    constexpr int kCalls = 20'000;
    double best = 1e9;
    uint64_t sum = 0;
    for (int repeat = 0; repeat < 10; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < kCalls; ++i) {
            ASSERT_TRUE(Launch(stream, Work{"Add",
                                            [&sum] {
                                                ++sum;
                                                return base::Status::Ok();
                                            },
                                            100})
                            .ok());
            ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        }
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
        best = std::min(best, spent.count() / kCalls);
    }
    EXPECT_EQ(sum, uint64_t{10} * kCalls);
    std::printf("Launch + aclrtSynchronizeStream: %.0f ns\n", best);
    if (!kThreadSanitizer && !kAddressSanitizer) {
        EXPECT_LT(best, 20'000.0);
    }
}

}  // namespace
}  // namespace aclnn_cpu::runtime
