#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace aclnn_cpu::base {
namespace {

// Before the others, since the warning that must not come would come once per process.
TEST(ParallelParts, SaysNothingAboutMoreThreadsThanCpus) {
    testing::internal::CaptureStderr();
    std::atomic<uint32_t> runs{0};
    ParallelParts(1000, 2000, [&](uint32_t) { ++runs; });
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(runs, 2000u);
}

TEST(ParallelParts, CallsEveryPartOnce) {
    for (const uint32_t threads : {1u, 2u, 7u}) {
        for (const uint32_t parts : {0u, 1u, 2u, 5u, 1000u}) {
            std::vector<std::atomic<int>> calls(parts);
            ParallelParts(threads, parts, [&](uint32_t part) { ++calls[part]; });
            for (uint32_t part = 0; part < parts; ++part) {
                ASSERT_EQ(calls[part], 1) << part << " of " << parts << " on " << threads;
            }
        }
    }
}

// More than can share the helpers: the others loop alone.
TEST(ParallelParts, ServesManyCallersAtOnce) {
    constexpr int kCallers = 24, kLoops = 200;
    constexpr uint32_t kParts = 64;
    std::atomic<uint64_t> sum{0};
    std::vector<std::thread> callers;
    for (int i = 0; i < kCallers; ++i) {
        callers.emplace_back([&sum] {
            for (int loop = 0; loop < kLoops; ++loop) {
                std::atomic<uint32_t> mine{
                    0};  // gone with the loop: a helper that came late would write beyond
                ParallelParts(3, kParts, [&mine](uint32_t part) { mine += part + 1; });
                sum += mine;
            }
        });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    EXPECT_EQ(sum, uint64_t{kCallers} * kLoops * kParts * (kParts + 1) / 2);
}

TEST(ParallelParts, PartsRunAtTheSameTime) {
    if (std::thread::hardware_concurrency() < 2) {
        GTEST_SKIP() << "one CPU";
    }
    std::atomic<uint32_t> inside{0};
    std::atomic<bool> met{true};
    ParallelParts(2, 2, [&](uint32_t) {
        ++inside;
        const auto start = std::chrono::steady_clock::now();
        while (inside < 2 && met) {
            met = std::chrono::steady_clock::now() - start < std::chrono::seconds(20);
        }
    });
    EXPECT_TRUE(met) << "the second part did not begin while the first ran";
}

TEST(ParallelParts, HelpersThatSleepWakeUp) {
    for (int loop = 0; loop < 20; ++loop) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::atomic<uint32_t> runs{0};
        ParallelParts(4, 16, [&](uint32_t) { ++runs; });
        ASSERT_EQ(runs, 16u);
    }
}

// The exit status of a child that sums 0 .. 99 on up to 4 threads: 0 when the sum is right. A child that
// hangs is ended by SIGALRM.
int SumInChild() {
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        std::atomic<uint64_t> sum{0};
        ParallelParts(4, 100, [&](uint32_t part) { sum += part; });
        ParallelParts(2, 100, [&](uint32_t part) { sum += part; });
        _exit(sum == 9900 ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
}

TEST(ParallelParts, WorksInAForkedChild) {
    std::atomic<uint32_t> runs{0};
    ParallelParts(4, 100, [&](uint32_t) { ++runs; });
    EXPECT_EQ(runs, 100u);
    EXPECT_EQ(SumInChild(), 0);
}

TEST(ParallelParts, WorksInAChildForkedWhileItsThreadsAreBusy) {
    std::atomic<uint32_t> inside{0};
    std::atomic<bool> forked{false};
    // Two loops of their own, so that every place of the arena is taken with two or more CPUs.
    std::vector<std::thread> loops;
    for (int i = 0; i < 2; ++i) {
        loops.emplace_back([&] {
            ParallelParts(2, 2, [&](uint32_t) {
                ++inside;
                while (!forked) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
            });
        });
    }
    while (inside < 2) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(SumInChild(), 0);
    forked = true;
    for (std::thread& loop : loops) {
        loop.join();
    }
    EXPECT_EQ(inside, 4u);
}

}  // namespace
}  // namespace aclnn_cpu::base
