#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/sanitizers.h"

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
    if (ACLNN_CPU_TSAN) {
        GTEST_SKIP() << "the thread sanitizer does not follow threads that a forked child starts";
    }
    std::atomic<uint32_t> runs{0};
    ParallelParts(4, 100, [&](uint32_t) { ++runs; });
    EXPECT_EQ(runs, 100u);
    EXPECT_EQ(SumInChild(), 0);
}

TEST(ParallelParts, WorksInAChildForkedWhileItsThreadsAreBusy) {
    if (ACLNN_CPU_TSAN) {
        GTEST_SKIP() << "the thread sanitizer does not follow threads that a forked child starts";
    }
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
