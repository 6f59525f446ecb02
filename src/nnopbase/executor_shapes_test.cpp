// What an executor says to shapes and views that cannot be.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "acl/acl.h"
#include "base/error_log.h"
#include "level0/tensor_move.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"

namespace {

constexpr int64_t kHuge = int64_t{1} << 40;
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr auto kFloat = op::DataType::DT_FLOAT;
constexpr auto kNd = op::Format::FORMAT_ND;

std::string TakeMessage() {
    const char* text = aclnn_cpu::base::TakeRecentErrors();
    return text == nullptr ? "" : text;
}

class ExecutorShapes : public testing::Test {
 protected:
    void TearDown() override { TakeMessage(); }
    UniqueExecutor unique{"Shapes"};
    aclOpExecutor* executor = unique.get();
};

TEST_F(ExecutorShapes, TensorsThatNoMemoryHasAreNotMade) {
    EXPECT_EQ(executor->AllocTensor(op::Shape({2, -1}), kFloat), nullptr);
    EXPECT_EQ(TakeMessage(), "EZ9999: [561000] aclnn: AllocTensor: shape[1] is -1, expected 0 or more");
    EXPECT_EQ(executor->AllocTensor(op::Shape({kHuge, kHuge}), kFloat), nullptr);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561000] aclnn: AllocTensor: shape is [1099511627776, 1099511627776] of 4 bytes each, "
              "expected a "
              "total below 2^63 bytes");
    EXPECT_EQ(executor->AllocTensor(op::Shape({kMost}), kFloat), nullptr) << "elements count, bytes do not";
    EXPECT_NE(executor->AllocTensor(op::Shape({kMost / 4}), kFloat), nullptr);
    EXPECT_EQ(executor->AllocTensor(op::Shape({0, kHuge, kHuge}), kFloat), nullptr)
        << "its strides have no numbers";
    EXPECT_EQ(executor->AllocTensor(op::Shape({-4}), op::Shape({4}), kFloat, kNd, kNd), nullptr);
    EXPECT_EQ(executor->AllocTensor(op::Shape({4}), op::Shape({-4}), kFloat, kNd, kNd), nullptr);
    TakeMessage();
    EXPECT_EQ(executor->AllocHostTensor(op::Shape({-3}), kFloat), nullptr);
    EXPECT_EQ(TakeMessage(), "EZ9999: [561000] aclnn: AllocHostTensor: shape[0] is -3, expected 0 or more");
    EXPECT_NE(executor->AllocTensor(op::Shape({0, 3}), kFloat), nullptr);
    EXPECT_NE(executor->AllocTensor(op::Shape(), kFloat), nullptr);
}

TEST_F(ExecutorShapes, ViewsWithoutPlacesAreNotMade) {
    const aclTensor* x = executor->AllocTensor(op::Shape({4, 4}), kFloat);
    const auto view = [&](const op::Shape& shape, const op::Strides& strides, int64_t offset) {
        return executor->CreateView(x, shape, op::Shape({4, 4}), strides, offset);
    };
    EXPECT_EQ(executor->CreateView(x, op::Shape({-2}), 0), nullptr);
    EXPECT_EQ(TakeMessage(), "EZ9999: [561000] aclnn: CreateView: shape[0] is -2, expected 0 or more");
    EXPECT_EQ(executor->CreateView(x, op::Shape({2}), -1), nullptr);
    EXPECT_EQ(TakeMessage(),
              "EZ9999: [561000] aclnn: CreateView of FLOAT with shape [2], strides [1] and offset -1, "
              "expected one stride "
              "per dimension, elements behind the start of the storage and the first at the start of a byte");
    EXPECT_EQ(view(op::Shape({2, 2}), {1}, 0), nullptr) << "a stride is missing";
    EXPECT_EQ(view(op::Shape({3}), {-2}, 3), nullptr) << "the last lies before the start";
    EXPECT_NE(view(op::Shape({3}), {-2}, 4), nullptr);
    EXPECT_EQ(view(op::Shape({3}), {kMost / 2 + 1}, 0), nullptr) << "no address has that number";
    EXPECT_EQ(view(op::Shape({2}), {1}, kMost), nullptr);
    EXPECT_NE(view(op::Shape({0, 2}), {2, 1}, 16), nullptr);
    const aclTensor* nibbles = executor->AllocTensor(op::Shape({8}), op::DataType::DT_INT4);
    EXPECT_EQ(executor->CreateView(nibbles, op::Shape({2}), 3), nullptr);
    EXPECT_NE(executor->CreateView(nibbles, op::Shape({2}), 4), nullptr);
}

TEST_F(ExecutorShapes, AViewOfHostValuesPointsAtThem) {
    const int64_t values[] = {5, 6, 7};
    const aclTensor* host = executor->ConvertToTensor(values, 3, op::DataType::DT_INT64);
    const aclTensor* last = executor->CreateView(host, op::Shape({1}), 2);
    EXPECT_EQ(*static_cast<const int64_t*>(last->GetData()), 7);
}

// The workspace holds all that a view reaches, not only as many elements as it has.
TEST_F(ExecutorShapes, TheWorkspaceHoldsWhatViewsReach) {
    const aclTensor* x = executor->AllocTensor(op::Shape({4}), kFloat);
    const aclTensor* wide = executor->CreateView(x, op::Shape({3}), op::Shape({4}), op::Strides{100}, 2);
    const int64_t size = 3;
    float out[3];
    aclTensor* result = aclCreateTensor(&size, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &size, 1, out);
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_NE(l0op::TensorMove(wide, result, executor), nullptr) << TakeMessage();
    EXPECT_GE(executor->GetWorkspaceSize(), (2 + 200 + 1) * sizeof(float));
    aclDestroyTensor(result);
}

}  // namespace
