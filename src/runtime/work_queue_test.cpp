#include "runtime/work_queue.h"

#include <gtest/gtest.h>

namespace aclnn_cpu::runtime {
namespace {

Work Numbered(uint64_t number) {
    return Work{"Numbered", [] { return base::Status::Ok(); }, number};
}

TEST(WorkQueue, GivesBackInOrderWhateverItsRoom) {
    WorkQueue queue;
    uint64_t pushed = 0;
    uint64_t popped = 0;
    // Fills up to 100, always beginning at another place of the ring.
    for (size_t fill = 1; fill <= 100; ++fill) {
        while (queue.size() < fill) {
            queue.Push(Numbered(pushed++));
        }
        for (size_t i = 0; i < fill / 2 + 1; ++i) {
            EXPECT_EQ(queue.Pop().estimated_nanoseconds, popped++);
        }
    }
    while (!queue.empty()) {
        EXPECT_EQ(queue.Pop().estimated_nanoseconds, popped++);
    }
    EXPECT_EQ(popped, pushed);
}

TEST(WorkQueue, SwapTakesAll) {
    WorkQueue full;
    full.Push(Numbered(1));
    full.Push(Numbered(2));
    WorkQueue other;
    other.Swap(full);
    EXPECT_TRUE(full.empty());
    ASSERT_EQ(other.size(), 2u);
    EXPECT_EQ(other.Pop().estimated_nanoseconds, 1u);
}

}  // namespace
}  // namespace aclnn_cpu::runtime
