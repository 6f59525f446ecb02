// The copying operators against a loop over indices, for many views and types.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "acl/acl.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/reshape.h"
#include "base/error_log.h"
#include "l0op/l0op_test_tensors.h"
#include "level0/broadcast_to.h"
#include "nnopbase/objects.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

namespace {

// What `to` must hold: `from` broadcast and converted, and untouched bytes round it.
void ExpectCopied(Strided& from, Strided& to, const std::vector<unsigned char>& before) {
    std::vector<unsigned char> expected = before;
    std::swap(expected, to.bytes);
    const std::vector<unsigned char> actual = expected;
    to.bytes = before;
    for (int64_t i = 0; i < to.Count(); ++i) {
        if (from.type == to.type) {
            std::memcpy(to.At(i, to.sizes), from.At(i, to.sizes), to.Width());
        } else {
            ConvertValue(from.At(i, to.sizes), ToDType(op::ToOpDataType(from.type)), to.At(i, to.sizes),
                         ToDType(op::ToOpDataType(to.type)));
        }
    }
    ASSERT_EQ(actual, to.bytes);
}

class CopyingOperators : public testing::Test {
 protected:
    void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
    void TearDown() override { aclnn_cpu::base::TakeRecentErrors(); }
};

struct Layout {
    std::vector<int64_t> sizes, strides;
    int64_t offset;
};
const Layout kLayouts[] = {
    {{}, {}, 0},
    {{}, {}, 9},
    {{7}, {1}, 0},
    {{7}, {3}, 2},
    {{4, 5}, {5, 1}, 0},
    {{4, 5}, {1, 4}, 1},
    {{4, 5}, {16, 2}, 3},
    {{3, 4, 5}, {1, 3, 12}, 0},
    {{3, 4, 5}, {0, 5, 1}, 4},
    {{3, 4, 5}, {0, 0, 0}, 1},
    {{2, 1, 3, 1, 2, 1, 2, 3}, {36, 36, 12, 5, 6, 7, 3, 1}, 0},
    {{2, 1, 3, 1, 2, 1, 2, 3}, {1, 9, 2, 9, 6, 9, 12, 24}, 5},
    {{0, 3}, {3, 1}, 0},
};
const aclDataType kTypes[] = {ACL_FLOAT,  ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                              ACL_INT16,  ACL_INT32,   ACL_INT64, ACL_UINT8,  ACL_UINT16,
                              ACL_UINT32, ACL_UINT64,  ACL_BOOL};

TEST_F(CopyingOperators, ContiguousThenViewCopyMovesEveryViewOfEveryType) {
    std::mt19937 random(11);
    for (const Layout& layout : kLayouts) {
        for (const aclDataType type : kTypes) {
            Strided from(type, layout.sizes, layout.strides, layout.offset);
            from.Fill(random);
            std::vector<int64_t> steps(layout.sizes.size());
            int64_t step = 2;
            for (size_t d = 0; d < steps.size(); ++d) {  // column-major with gaps
                steps[d] = step;
                step *= std::max<int64_t>(layout.sizes[d], 1);
            }
            Strided to(type, layout.sizes, steps, 3);
            const std::vector<unsigned char> before = to.bytes;
            UniqueExecutor unique("Copy");
            const aclTensor* dense = l0op::Contiguous(from.tensor, unique.get());
            ASSERT_NE(dense, nullptr);
            ASSERT_TRUE(op::IsContiguous(dense));
            ASSERT_EQ(l0op::ViewCopy(dense, to.tensor, unique.get()), to.tensor);
            ASSERT_EQ(Finish(unique), 0);
            ExpectCopied(from, to, before);
        }
    }
}

TEST_F(CopyingOperators, CastConvertsBetweenAllRealTypes) {
    std::mt19937 random(12);
    for (const aclDataType from_type : kTypes) {
        for (const aclDataType to_type : kTypes) {
            Strided from(from_type, {6, 5}, {1, 6}, 2);
            from.Fill(random);
            Strided to(to_type, {6, 5}, {5, 1}, 0);
            const std::vector<unsigned char> before = to.bytes;
            UniqueExecutor unique("Cast");
            const aclTensor* cast = l0op::Cast(from.tensor, op::ToOpDataType(to_type), unique.get());
            ASSERT_NE(cast, nullptr);
            ASSERT_EQ(cast == from.tensor, from_type == to_type);
            ASSERT_NE(l0op::ViewCopy(cast, to.tensor, unique.get()), nullptr);
            ASSERT_EQ(Finish(unique), 0);
            ExpectCopied(from, to, before);
        }
    }
}

TEST_F(CopyingOperators, BroadcastToRepeats) {
    std::mt19937 random(13);
    const std::pair<Layout, std::vector<int64_t>> cases[] = {{{{}, {}, 1}, {4}},
                                                             {{{1}, {1}, 0}, {2, 3}},
                                                             {{{3, 1}, {2, 1}, 1}, {3, 4}},
                                                             {{{3, 1}, {2, 1}, 1}, {2, 3, 4}},
                                                             {{{1, 3, 1, 2}, {9, 2, 9, 7}, 0}, {5, 3, 4, 2}},
                                                             {{{2, 3}, {3, 1}, 0}, {2, 3}}};
    for (const auto& [layout, shape] : cases) {
        Strided from(ACL_INT32, layout.sizes, layout.strides, layout.offset);
        from.Fill(random);
        std::vector<int64_t> steps(shape.size(), 1);
        for (size_t d = shape.size(); d-- > 1;) {
            steps[d - 1] = steps[d] * shape[d];
        }
        Strided to(ACL_INT32, shape, steps, 0);
        const std::vector<unsigned char> before = to.bytes;
        UniqueExecutor unique("BroadcastTo");
        const aclTensor* wide =
            l0op::BroadcastTo(from.tensor, unique->AllocIntArray(shape.data(), shape.size()), unique.get());
        ASSERT_NE(wide, nullptr);
        ASSERT_NE(l0op::ViewCopy(wide, to.tensor, unique.get()), nullptr);
        ASSERT_EQ(Finish(unique), 0);
        ExpectCopied(from, to, before);
    }
}

TEST_F(CopyingOperators, ContiguousAndViewCopyAvoidCopies) {
    Strided x(ACL_FLOAT, {4, 2}, {2, 1}, 1);
    Strided y(ACL_FLOAT, {4, 2}, {2, 1}, 0);
    UniqueExecutor unique("NoCopy");
    const aclTensor* dense = l0op::Contiguous(x.tensor, unique.get());
    EXPECT_EQ(dense->GetData(), x.tensor->GetData());
    EXPECT_EQ(dense->GetStorageShape(), op::Shape({4, 2}));
    const aclTensor* made = unique->AllocTensor(op::Shape({4, 2}), op::DataType::DT_FLOAT);
    EXPECT_EQ(l0op::ViewCopy(made, y.tensor, unique.get()), y.tensor);
    EXPECT_EQ(made->GetData(), y.tensor->GetData()) << "what fills `made` writes `y`";
    EXPECT_EQ(l0op::ViewCopy(y.tensor, y.tensor, unique.get()), y.tensor);
    EXPECT_EQ(unique->GetWorkspaceSize(), 0u);
}

// x + x's copy: `made` is written, then x is read again; giving `made` the memory of x would change what is
// read.
TEST_F(CopyingOperators, ViewCopyDoesNotOverwriteWhatIsStillToBeRead) {
    Strided x(ACL_FLOAT, {2, 2}, {2, 1}, 0);
    Strided y(ACL_DOUBLE, {2, 2}, {2, 1}, 0);
    const float values[] = {1, 2, 3, 4};
    std::memcpy(x.bytes.data(), values, sizeof(values));
    UniqueExecutor unique("Hazard");
    const aclTensor* turned =
        unique->CreateView(x.tensor, op::Shape({2, 2}), op::Shape({4}), op::Strides{1, 2}, 0);
    const aclTensor* made = l0op::Contiguous(turned, unique.get());
    ASSERT_NE(
        l0op::ViewCopy(l0op::Cast(x.tensor, op::DataType::DT_DOUBLE, unique.get()), y.tensor, unique.get()),
        nullptr);
    ASSERT_NE(l0op::ViewCopy(made, x.tensor, unique.get()), nullptr);
    ASSERT_EQ(Finish(unique), 0);
    const double read[] = {1, 2, 3, 4};
    const float transposed[] = {1, 3, 2, 4};
    EXPECT_EQ(std::memcmp(y.bytes.data(), read, sizeof(read)), 0);
    EXPECT_EQ(std::memcmp(x.bytes.data(), transposed, sizeof(transposed)), 0);
}

TEST_F(CopyingOperators, ReshapeKeepsTheMemory) {
    Strided x(ACL_FLOAT, {4, 6}, {6, 1}, 2);
    Strided gaps(ACL_FLOAT, {4, 6}, {12, 2}, 0);
    UniqueExecutor unique("Reshape");
    const aclTensor* flat = l0op::Reshape(x.tensor, op::Shape({2, -1, 3}), unique.get());
    ASSERT_NE(flat, nullptr);
    EXPECT_EQ(flat->GetViewShape(), op::Shape({2, 4, 3}));
    EXPECT_EQ(flat->GetData(), x.tensor->GetData());
    EXPECT_EQ(l0op::Reshape(x.tensor, op::Shape({4, 6}), unique.get()), x.tensor);
    EXPECT_EQ(l0op::Reshape(x.tensor, op::Shape({5, 5}), unique.get()), nullptr);
    EXPECT_EQ(l0op::Reshape(x.tensor, op::Shape({-1, -1}), unique.get()), nullptr);
    EXPECT_EQ(l0op::Reshape(x.tensor, op::Shape({5, -1}), unique.get()), nullptr);
    EXPECT_EQ(l0op::Reshape(gaps.tensor, op::Shape({24}), unique.get()), nullptr);
}

TEST_F(CopyingOperators, BeyondEightDimensionsOnlyEqualShapesAreCopied) {
    std::mt19937 random(14);
    const std::vector<int64_t> shape = {1, 1, 2, 1, 1, 1, 1, 1, 3};
    const std::vector<int64_t> dense = {6, 6, 3, 3, 3, 3, 3, 3, 1};
    {
        Strided from(ACL_FLOAT, shape, dense, 2);
        Strided to(ACL_DOUBLE, shape, dense, 1);
        from.Fill(random);
        const std::vector<unsigned char> before = to.bytes;
        UniqueExecutor unique("Nine");
        const aclTensor* cast = l0op::Cast(from.tensor, op::DataType::DT_DOUBLE, unique.get());
        ASSERT_NE(l0op::ViewCopy(cast, to.tensor, unique.get()), nullptr);
        ASSERT_EQ(Finish(unique), 0);
        ExpectCopied(from, to, before);
    }
    aclnn_cpu::base::TakeRecentErrors();
    // As many elements on both sides, and both contiguous: still a broadcast.
    const std::vector<int64_t> sources[] = {{2, 1, 1, 1, 1, 1, 3}, {3}};
    for (const std::vector<int64_t>& sizes : sources) {
        std::vector<int64_t> steps(sizes.size(), 1);
        for (size_t d = sizes.size(); d-- > 1;) {
            steps[d - 1] = steps[d] * sizes[d];
        }
        Strided from(ACL_FLOAT, sizes, steps, 0);
        UniqueExecutor unique("Nine");
        EXPECT_EQ(
            l0op::BroadcastTo(from.tensor, unique->AllocIntArray(shape.data(), shape.size()), unique.get()),
            nullptr);
        const std::string message = aclnn_cpu::base::TakeRecentErrors();
        EXPECT_NE(message.find("more than 8 dimensions"), std::string::npos) << message;
    }
}

TEST_F(CopyingOperators, RefuseWhatDoesNotFit) {
    Strided x(ACL_FLOAT, {4, 6}, {6, 1}, 0);
    Strided y(ACL_FLOAT, {6, 4}, {4, 1}, 0);
    UniqueExecutor unique("Refuse");
    const int64_t shape[] = {5, 6};
    EXPECT_EQ(l0op::BroadcastTo(x.tensor, unique->AllocIntArray(shape, 2), unique.get()), nullptr);
    EXPECT_EQ(l0op::ViewCopy(x.tensor, y.tensor, unique.get()), nullptr);
    EXPECT_EQ(l0op::Cast(x.tensor, op::DataType::DT_COMPLEX64, unique.get()), nullptr);
    EXPECT_EQ(l0op::Contiguous(nullptr, unique.get()), nullptr);
    const int64_t size = 4, backwards = -1, storage = 4;
    aclTensor* negative =
        aclCreateTensor(&size, 1, ACL_FLOAT, &backwards, 3, ACL_FORMAT_ND, &storage, 1, x.bytes.data());
    EXPECT_EQ(l0op::Contiguous(negative, unique.get()), nullptr);
    EXPECT_NE(std::string(aclnn_cpu::base::TakeRecentErrors()).find("stride -1"), std::string::npos);
    aclDestroyTensor(negative);
}

}  // namespace
