#include "base/handle_table.h"

#include <gtest/gtest.h>

#include <thread>

namespace {

using aclnn_cpu::base::HandleTable;

TEST(HandleTable, FindsWhatWasAddedAndNothingAfterRemoval) {
    HandleTable<int> table(1);
    void* handle = table.Add(std::make_shared<int>(42));
    ASSERT_NE(table.Find(handle), nullptr);
    EXPECT_EQ(*table.Find(handle), 42);
    EXPECT_EQ(*table.Remove(handle), 42);
    EXPECT_EQ(table.Find(handle), nullptr);
    EXPECT_EQ(table.Remove(handle), nullptr);
}

TEST(HandleTable, AStaleHandleDoesNotFindTheSlotsNextObject) {
    HandleTable<int> table(1);
    std::vector<void*> stale;
    for (int i = 0; i < 1000; ++i) {
        void* handle = table.Add(std::make_shared<int>(i));
        for (void* old : stale) {
            ASSERT_EQ(table.Find(old), nullptr);
        }
        stale.push_back(handle);
        table.Remove(handle);
    }
}

TEST(HandleTable, RefusesForeignPointersAndOtherTablesHandles) {
    HandleTable<int> one(1);
    HandleTable<int> two(2);
    int local = 0;
    void* handle = one.Add(std::make_shared<int>(7));
    EXPECT_EQ(one.Find(nullptr), nullptr);
    EXPECT_EQ(one.Find(&local), nullptr);
    EXPECT_EQ(two.Find(handle), nullptr);
    EXPECT_EQ(one.Find(static_cast<char*>(handle) + 1), nullptr);
    EXPECT_EQ(one.Find(static_cast<char*>(handle) + 8), nullptr);
}

TEST(HandleTable, OneOfManyRacingRemovalsWins) {
    HandleTable<int> table(1);
    for (int round = 0; round < 200; ++round) {
        void* handle = table.Add(std::make_shared<int>(round));
        std::atomic<int> winners{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                const std::shared_ptr<int> seen = table.Find(handle);
                if (seen != nullptr) {
                    EXPECT_EQ(*seen, round);
                }
                winners += table.Remove(handle) != nullptr ? 1 : 0;
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        ASSERT_EQ(winners, 1);
    }
}

}  // namespace
