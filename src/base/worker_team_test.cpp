#include "base/worker_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

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

}  // namespace
