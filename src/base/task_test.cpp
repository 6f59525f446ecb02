#include "base/task.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

namespace aclnn_cpu::base {
namespace {

TEST(Task, IsEmptyUntilItHoldsACallable) {
    Task task;
    EXPECT_FALSE(task);
    task = [] { return Status(7, "seven"); };
    ASSERT_TRUE(task);
    EXPECT_EQ(task().message(), "seven");
    task = nullptr;
    EXPECT_FALSE(task);
}

// Counts how many of its kind are alive that were not moved from.
struct Guest {
    explicit Guest(int* alive) : alive_(alive) { ++*alive_; }
    Guest(Guest&& other) noexcept : alive_(std::exchange(other.alive_, nullptr)) {}
    ~Guest() {
        if (alive_ != nullptr) {
            --*alive_;
        }
    }
    int* alive_;
};

template <size_t kBytes>
void HoldsWhatCannotBeCopiedAndLetsItGo() {
    int alive = 0;
    Task task = [guest = Guest(&alive), room = std::array<char, kBytes>{}]() mutable {
        room[0] = 1;
        return Status(*guest.alive_ + 10, "");
    };
    EXPECT_EQ(alive, 1);
    Task moved = std::move(task);
    EXPECT_FALSE(task);  // NOLINT(bugprone-use-after-move): what it promises
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(moved().code(), 11);
    moved = nullptr;
    EXPECT_EQ(alive, 0);
    {
        const Task dropped = [guest = Guest(&alive)] { return Status::Ok(); };
        EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0);
}

TEST(Task, HoldsSmallCallablesThatCannotBeCopied) { HoldsWhatCannotBeCopiedAndLetsItGo<8>(); }
TEST(Task, HoldsLargeCallablesThatCannotBeCopied) { HoldsWhatCannotBeCopiedAndLetsItGo<200>(); }

}  // namespace
}  // namespace aclnn_cpu::base
