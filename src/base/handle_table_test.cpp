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

TEST(HandleTable, LookupsBesideAddsAndRemovalsSeeTheirObjectOrNone) {
    HandleTable<uint64_t> table(3);
    constexpr int kHandles = 8;
    std::atomic<void*> shared[kHandles] = {};
    std::atomic<uint64_t> expected[kHandles] = {};
    std::atomic<bool> stop{false};
    std::atomic<uint64_t> found{0};
    std::vector<std::thread> readers;
    for (int r = 0; r < 3; ++r) {
        readers.emplace_back([&, r] {
            for (uint64_t i = static_cast<uint64_t>(r); !stop; ++i) {
                void* handle = shared[i % kHandles];
                if (const std::shared_ptr<uint64_t> seen = table.Find(handle)) {
                    // The number is a function of the handle, so an object of another generation would show.
                    ASSERT_EQ(*seen % kHandles, i % kHandles);
                    found.fetch_add(1, std::memory_order_relaxed);
                }
            }
        });
    }
    for (uint64_t round = 0; round < 20000; ++round) {
        const uint64_t slot = round % kHandles;
        if (void* old = shared[slot]) {
            const std::shared_ptr<uint64_t> removed = table.Remove(old);
            ASSERT_NE(removed, nullptr);
            ASSERT_EQ(*removed, expected[slot]);
        }
        expected[slot] = round;
        shared[slot] = table.Add(std::make_shared<uint64_t>(round));
    }
    while (found < 100) {
        std::this_thread::yield();
    }
    stop = true;
    for (std::thread& reader : readers) {
        reader.join();
    }
    EXPECT_EQ(table.All().size(), size_t{kHandles});
}

TEST(HandleTable, RemoveIfTakesOutWhatIsWantedAndNothingElse) {
    HandleTable<int> table(1);
    std::vector<void*> handles;
    for (int i = 0; i < 600; ++i) {
        handles.push_back(table.Add(std::make_shared<int>(i)));
    }
    EXPECT_EQ(table.RemoveIf([](int value) { return value % 3 == 0; }).size(), 200u);
    for (int i = 0; i < 600; ++i) {
        EXPECT_EQ(table.Find(handles[static_cast<size_t>(i)]) == nullptr, i % 3 == 0) << i;
    }
}

TEST(HandleTable, TablesWithOtherFirstGenerationsKnowNothingOfEachOther) {
    HandleTable<int> before(1);
    HandleTable<int> after(1, 2000);
    void* old_handle = before.Add(std::make_shared<int>(1));
    void* new_handle = after.Add(std::make_shared<int>(2));
    EXPECT_EQ(after.Find(old_handle), nullptr);
    EXPECT_EQ(before.Find(new_handle), nullptr);
    EXPECT_EQ(*after.Find(new_handle), 2);
}

}  // namespace
