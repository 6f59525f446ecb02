#include "base/worker_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/parallel.h"

namespace {

using aclnn_cpu::base::ParallelParts;
using aclnn_cpu::base::WorkerTeam;

TEST(WorkerTeam, AWorkerIsTheSameThreadInEveryRun) {
    WorkerTeam team(4);
    ASSERT_EQ(team.size(), 4u);
    std::vector<std::thread::id> first(4);
    team.Run([&](uint32_t worker) { first[worker] = std::this_thread::get_id(); });
    EXPECT_EQ(first[0], std::this_thread::get_id());
    for (int run = 0; run < 200; ++run) {
        std::vector<std::thread::id> ids(4);
        team.Run([&](uint32_t worker) { ids[worker] = std::this_thread::get_id(); });
        ASSERT_EQ(ids, first);
    }
}

TEST(WorkerTeam, TwoTeamsRunAtTheSameTime) {
    std::atomic<int> sum{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 2; ++caller) {
        callers.emplace_back([&] {
            WorkerTeam team(3);
            for (int run = 0; run < 100; ++run) {
                team.Run([&](uint32_t worker) { sum += static_cast<int>(worker); });
            }
        });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    EXPECT_EQ(sum, 2 * 100 * (0 + 1 + 2));
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

}  // namespace
