#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace aclnn_cpu::base {
namespace {

class LoopsOnTwoCpus : public testing::Test {
    void SetUp() override {
        if (std::thread::hardware_concurrency() < 2) {
            GTEST_SKIP() << "one CPU";
        }
    }
};

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

using Range = std::pair<int64_t, int64_t>;

// The ranges of a loop, in order of their beginnings.
std::vector<Range> RangesOf(uint32_t threads, int64_t count, int64_t grain) {
    struct Seen {
        std::mutex mutex;
        std::vector<Range> ranges;
    } seen;
    ParallelRanges(
        threads, count, grain,
        [](const void* context, int64_t begin, int64_t end) {
            auto& all = *static_cast<Seen*>(const_cast<void*>(context));
            const std::lock_guard lock(all.mutex);
            all.ranges.emplace_back(begin, end);
        },
        &seen);
    std::sort(seen.ranges.begin(), seen.ranges.end());
    return seen.ranges;
}

TEST(ParallelRanges, CoverEverythingOnceInWholeGrains) {
    for (const int64_t count : {1, 7, 64, 65, 1000, 123457}) {
        for (const int64_t grain : {1, 8, 64, 1000}) {
            for (int loop = 0; loop < 20; ++loop) {
                int64_t next = 0;
                for (const auto& [begin, end] : RangesOf(2, count, grain)) {
                    ASSERT_EQ(begin, next) << count << " in grains of " << grain;
                    ASSERT_LT(begin, end);
                    ASSERT_EQ(begin % grain, 0);
                    next = end;
                }
                ASSERT_EQ(next, count) << count << " in grains of " << grain;
            }
        }
    }
    EXPECT_TRUE(RangesOf(2, 0, 8).empty());
}

TEST(ParallelRanges, AreOneWhereThereIsNothingToShare) {
    EXPECT_EQ(RangesOf(1, 1000, 1), (std::vector<Range>{{0, 1000}}));
    EXPECT_EQ(RangesOf(4, 1000, 1000), (std::vector<Range>{{0, 1000}}));
}

// Not one grain at a time: each range has its cost.
TEST_F(LoopsOnTwoCpus, AreFewAndGetShorter) {
    const std::vector<Range> ranges = RangesOf(2, 2 << 20, 1);
    EXPECT_LE(ranges.size(), 2u * 30);
    EXPECT_GE(ranges[0].second - ranges[0].first, 1 << 18);
    EXPECT_EQ(ranges.back().second - ranges.back().first, 1);
}

// Whoever is held up keeps no more than the range it is at.
TEST_F(LoopsOnTwoCpus, TakeFromAThreadThatIsHeldUp) {
    struct State {
        std::atomic<int64_t> done{0};
        std::atomic<bool> held{false};
        std::atomic<bool> all{false};
    };
    for (const bool caller : {false, true}) {
        struct Who {
            State* state;
            std::thread::id held;
            bool hold_this;
        };
        State state;
        const Who who{&state, std::this_thread::get_id(), caller};
        ParallelRanges(
            2, 1200, 1,
            [](const void* context, int64_t begin, int64_t end) {
                const Who& of = *static_cast<const Who*>(context);
                const bool mine = (std::this_thread::get_id() == of.held) == of.hold_this;
                if (mine && !of.state->held.exchange(true)) {
                    const auto start = std::chrono::steady_clock::now();
                    while (of.state->done < 1200 - (end - begin) &&
                           std::chrono::steady_clock::now() - start < std::chrono::seconds(20)) {
                    }
                    of.state->all = of.state->done == 1200 - (end - begin);
                }
                of.state->done += end - begin;
            },
            &who);
        // A helper may have come too late for any range.
        EXPECT_TRUE(state.all || !state.held) << (caller ? "caller" : "helper");
        EXPECT_EQ(state.done, 1200);
    }
}

TEST(ParallelRanges, CoverCountsThatNoTensorHas) {
    constexpr int64_t kMany = int64_t{1} << 62;
    for (const int64_t grain : {int64_t{1}, int64_t{3}, kMany / 2}) {
        int64_t next = 0;
        for (const auto& [begin, end] : RangesOf(2, kMany, grain)) {
            ASSERT_EQ(begin, next);
            ASSERT_LT(begin, end);
            next = end;
        }
        EXPECT_EQ(next, kMany) << grain;
    }
}

// Whether subnormal numbers are flushed must not depend on which thread has an element.
TEST_F(LoopsOnTwoCpus, ComputeInTheModeOfTheirCaller) {
    constexpr unsigned kFlushing = 0x8040;  // results and operands
    const unsigned before = _mm_getcsr();
    for (const unsigned mode : {kFlushing, 0u, kFlushing}) {
        _mm_setcsr((before & ~kFlushing) | mode);
        std::atomic<int> inside{0}, in_mode{0};
        ParallelParts(2, 2, [&](uint32_t) {
            ++inside;
            const auto start = std::chrono::steady_clock::now();
            while (inside < 2 && std::chrono::steady_clock::now() - start < std::chrono::seconds(20)) {
            }
            in_mode += (_mm_getcsr() & kFlushing) == mode ? 1 : 0;
        });
        EXPECT_EQ(in_mode, 2) << mode;
    }
    _mm_setcsr(before);
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

TEST_F(LoopsOnTwoCpus, PartsRunAtTheSameTime) {
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
