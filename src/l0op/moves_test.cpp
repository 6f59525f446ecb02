// The operators that move elements, against index formulas.
#include <gtest/gtest.h>

#include <cstring>

#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "l0op/l0op_test_tensors.h"
#include "level0/concat.h"
#include "level0/fill.h"
#include "level0/ones_like.h"
#include "level0/split_v.h"
#include "level0/squeeze.h"
#include "level0/tensor_move.h"
#include "level0/unsqueeze.h"
#include "level0/zero_op.h"
#include "opdev/framework_op.h"

namespace {

using Sizes = std::vector<int64_t>;

class MovingOperators : public testing::Test {
 protected:
    void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
    void TearDown() override { aclnn_cpu::base::TakeRecentErrors(); }
};

// x[i] = i over the given sizes, dense.
std::unique_ptr<Strided> Counting(const Sizes& sizes, aclDataType type = ACL_INT32) {
    auto x = std::make_unique<Strided>(type, sizes, DenseStrides(sizes), 2);
    for (int64_t i = 0; i < x->Count(); ++i) {
        Put(*x, i, static_cast<double>(i));
    }
    return x;
}
std::vector<double> ValuesOf(Strided& x) {
    std::vector<double> values;
    for (int64_t i = 0; i < x.Count(); ++i) {
        values.push_back(Get(x, i, x.sizes).real());
    }
    return values;
}
const aclIntArray* Ints(aclOpExecutor* executor, const Sizes& values) {
    return executor->AllocIntArray(values.data(), values.size());
}
const aclTensor* HostInts(aclOpExecutor* executor, const Sizes& values) {
    return executor->ConvertToTensor(values.data(), values.size(), op::DataType::DT_INT64);
}

TEST_F(MovingOperators, TransposePermutesDimensions) {
    const auto x = Counting({2, 3, 4});
    const auto y = Compute([&](aclOpExecutor* e) {
        return l0op::Transpose(x->tensor, Ints(e, {2, 0, -2}), e);
    });
    ASSERT_NE(y, nullptr);
    ASSERT_EQ(y->sizes, (Sizes{4, 2, 3}));
    std::vector<double> expected;
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 3; ++j) {
                expected.push_back(i * 12 + j * 4 + k);
            }
        }
    }
    EXPECT_EQ(ValuesOf(*y), expected);
    for (const Sizes& perm : {Sizes{0, 1}, Sizes{0, 1, 1}, Sizes{0, 1, 3}}) {
        EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                      return l0op::Transpose(x->tensor, Ints(e, perm), e);
                  }).find("Transpose of shape [2, 3, 4]: perm names not each"),
                  std::string::npos);
    }
}

// The result may not lie where the operator still reads.
TEST_F(MovingOperators, TransposeCanBeCopiedBackInPlace) {
    Strided x(ACL_FLOAT, {3, 3}, {3, 1}, 0);
    for (int64_t i = 0; i < 9; ++i) {
        Put(x, i, static_cast<double>(i + 1));
    }
    auto unique = CREATE_EXECUTOR();
    const aclTensor* turned = l0op::Transpose(x.tensor, Ints(unique.get(), {1, 0}), unique.get());
    ASSERT_NE(l0op::ViewCopy(turned, x.tensor, unique.get()), nullptr);
    ASSERT_EQ(Finish(unique), 0);
    std::vector<double> values;
    for (int64_t i = 0; i < 9; ++i) {
        values.push_back(Get(x, i, x.sizes).real());
    }
    EXPECT_EQ(values, (std::vector<double>{1, 4, 7, 2, 5, 8, 3, 6, 9}));
}

TEST_F(MovingOperators, SliceTakesAPart) {
    const auto x = Counting({3, 4});
    const auto y = Compute([&](aclOpExecutor* e) {
        return l0op::Slice(x->tensor, Ints(e, {1, 1}), Ints(e, {-1, 2}), e);
    });
    ASSERT_NE(y, nullptr);
    EXPECT_EQ(y->sizes, (Sizes{2, 2}));
    EXPECT_EQ(ValuesOf(*y), (std::vector<double>{5, 6, 9, 10}));
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::Slice(x->tensor, Ints(e, {1, 1}), Ints(e, {3, 2}), e);
              }).find("Slice of shape [3, 4]"),
              std::string::npos);
    const auto into = Compute([&](aclOpExecutor* e) {
        const aclTensor* target = e->AllocTensor(op::Shape({1, 3}), op::DataType::DT_INT32);
        return l0op::Slice(x->tensor, target, HostInts(e, {2, 0}), HostInts(e, {1, 3}), e);
    });
    ASSERT_NE(into, nullptr);
    EXPECT_EQ(ValuesOf(*into), (std::vector<double>{8, 9, 10}));
}

TEST_F(MovingOperators, PadPutsZerosAround) {
    for (const aclDataType type : {ACL_FLOAT16, ACL_INT64, ACL_COMPLEX64}) {
        const auto x = Counting({2, 2}, type);
        const auto y = Compute([&](aclOpExecutor* e) {
            return l0op::Pad(x->tensor, HostInts(e, {1, 0, 0, 2}), e);
        });
        ASSERT_NE(y, nullptr);
        EXPECT_EQ(y->sizes, (Sizes{3, 4}));
        EXPECT_EQ(ValuesOf(*y), (std::vector<double>{0, 0, 0, 0, 0, 1, 0, 0, 2, 3, 0, 0}));
    }
    const auto x = Counting({2, 2});
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::Pad(x->tensor, HostInts(e, {1, 0, 0}), e);
              }).find("Pad of shape [2, 2] with 3 paddings"),
              std::string::npos);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::Pad(x->tensor, x->tensor, e);
              }).find("values are known now"),
              std::string::npos);
}

TEST_F(MovingOperators, ConcatAndSplitUndoOneAnother) {
    const auto a = Counting({2, 3}), b = Counting({2, 1});
    Build join = [&](aclOpExecutor* e) {
        const aclTensor* both[] = {a->tensor, b->tensor};
        return l0op::ConcatD(e->AllocTensorList(both, 2), -1, e);
    };
    const auto joined = Compute(join);
    ASSERT_NE(joined, nullptr);
    EXPECT_EQ(joined->sizes, (Sizes{2, 4}));
    EXPECT_EQ(ValuesOf(*joined), (std::vector<double>{0, 1, 2, 0, 3, 4, 5, 1}));
    for (const uint64_t piece : {0, 1}) {
        const auto back = Compute([&](aclOpExecutor* e) {
            const aclTensorList* pieces = l0op::SplitV(joined->tensor, Ints(e, {3, 1}), 1, e);
            EXPECT_EQ(pieces->Size(), 2u);
            return (*pieces)[piece];
        });
        EXPECT_EQ(ValuesOf(*back), ValuesOf(piece == 0 ? *a : *b));
    }
    const auto three = Compute([&](aclOpExecutor* e) {
        const aclTensor* all[] = {b->tensor, a->tensor, b->tensor};
        return l0op::ConcatD(e->AllocTensorList(all, 3), 1, e);
    });
    ASSERT_NE(three, nullptr);
    EXPECT_EQ(ValuesOf(*three), (std::vector<double>{0, 0, 1, 2, 0, 1, 3, 4, 5, 1}));
    const auto as_float = Compute([&](aclOpExecutor* e) {
        const aclTensor* both[] = {a->tensor, a->tensor};
        return l0op::ConcatD(e->AllocTensorList(both, 2), 0, op::DataType::DT_FLOAT, e);
    });
    ASSERT_NE(as_float, nullptr);
    EXPECT_EQ(as_float->type, ACL_FLOAT);
    EXPECT_EQ(as_float->sizes, (Sizes{4, 3}));
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  const aclTensor* both[] = {a->tensor, b->tensor};
                  return l0op::ConcatD(e->AllocTensorList(both, 2), 0, e);
              }).find("ConcatD of shapes [2, 3] and [2, 1] along dimension 0"),
              std::string::npos);
    UniqueExecutor unique("Split");
    EXPECT_EQ(l0op::SplitV(a->tensor, Ints(unique.get(), {2, 2}), 1, unique.get()), nullptr);
}

TEST_F(MovingOperators, FillAndOnesAndZerosOfEveryType) {
    std::vector<aclDataType> types = kNumbers;
    types.push_back(ACL_BOOL);
    for (const aclDataType type : types) {
        SCOPED_TRACE(op::ToString(op::ToOpDataType(type)).GetString());
        const auto filled = Compute([&](aclOpExecutor* e) {
            const float value = 3;
            return l0op::Fill(HostInts(e, {2, 3}), e->ConvertToTensor(&value, 1, op::ToOpDataType(type)),
                              Ints(e, {2, 3}), e);
        });
        ASSERT_NE(filled, nullptr);
        EXPECT_EQ(filled->type, type);
        EXPECT_EQ(ValuesOf(*filled), std::vector<double>(6, type == ACL_BOOL ? 1 : 3));
        Strided like(type, {3, 2}, {1, 3}, 0);
        const auto ones = Compute([&](aclOpExecutor* e) { return l0op::OnesLike(like.tensor, e); });
        const auto zeros = Compute([&](aclOpExecutor* e) { return l0op::ZerosLike(like.tensor, e); });
        EXPECT_EQ(ones->sizes, (Sizes{3, 2}));
        EXPECT_EQ(ValuesOf(*ones), std::vector<double>(6, 1));
        EXPECT_EQ(ValuesOf(*zeros), std::vector<double>(6, 0));
    }
}

TEST_F(MovingOperators, SqueezeAndUnsqueezeAreViews) {
    const auto x = Counting({3, 4});
    UniqueExecutor unique("Squeeze");
    aclOpExecutor* e = unique.get();
    const aclTensor* wide = l0op::UnsqueezeNd(x->tensor, Ints(e, {0, -1}), e);
    ASSERT_NE(wide, nullptr);
    EXPECT_EQ(wide->GetViewShape(), op::Shape({1, 3, 4, 1}));
    EXPECT_EQ(wide->GetData(), x->tensor->GetData());
    EXPECT_EQ(l0op::UnsqueezeNd(x->tensor, 1, e)->GetViewShape(), op::Shape({3, 1, 4}));
    EXPECT_EQ(l0op::SqueezeNd(wide, Ints(e, {0, 3}), e)->GetViewShape(), op::Shape({3, 4}));
    EXPECT_EQ(l0op::SqueezeNd(wide, -1, e)->GetViewShape(), op::Shape({1, 3, 4}));
    EXPECT_EQ(l0op::SqueezeNd(wide, 1, e), nullptr);
    const aclTensor* empty = e->AllocTensor(op::Shape({0, 3}), op::DataType::DT_FLOAT);
    EXPECT_EQ(l0op::SqueezeNd(empty, 1, e), nullptr) << "no elements either way, but 3 is not 1";
    EXPECT_EQ(l0op::UnsqueezeNd(x->tensor, Ints(e, {0, 0}), e), nullptr);
    EXPECT_EQ(l0op::UnsqueezeNd(x->tensor, 3, e), nullptr);
}

TEST_F(MovingOperators, TensorMoveAndCopyToNpuCopy) {
    const auto x = Counting({2, 3});
    const auto y = Compute([&](aclOpExecutor* e) { return l0op::TensorMove(x->tensor, nullptr, e); });
    EXPECT_EQ(ValuesOf(*y), ValuesOf(*x));
    const auto host = Compute([&](aclOpExecutor* e) { return op::CopyToNpu(HostInts(e, {7, 8}), e); });
    EXPECT_EQ(ValuesOf(*host), (std::vector<double>{7, 8}));
    const auto other = Counting({3, 2});
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::TensorMove(x->tensor, other->tensor, e);
              }).find("expected equal shapes and types"),
              std::string::npos);
}

TEST_F(MovingOperators, ReFormatRelabels) {
    const auto x = Counting({1, 2, 3, 4});
    UniqueExecutor unique("ReFormat");
    const aclTensor* named = l0op::ReFormat(x->tensor, op::Format::FORMAT_NCHW, unique.get());
    ASSERT_NE(named, nullptr);
    EXPECT_EQ(named->GetViewFormat(), op::Format::FORMAT_NCHW);
    EXPECT_EQ(named->GetStorageFormat(), op::Format::FORMAT_NCHW);
    EXPECT_EQ(x->tensor->GetViewFormat(), op::Format::FORMAT_ND)
        << "with an executor the tensor keeps its own";
    EXPECT_EQ(named->GetData(), x->tensor->GetData());
    EXPECT_EQ(l0op::ReFormat(x->tensor, op::Format::FORMAT_NC1HWC0, unique.get()), nullptr);
    EXPECT_EQ(l0op::ReFormat(x->tensor, op::Format::FORMAT_NHWC), x->tensor);
    EXPECT_EQ(x->tensor->GetStorageFormat(), op::Format::FORMAT_NHWC);
}

// What the blocked tensor holds at each place of its storage, -1 where it must be 0.
using Place = std::function<int64_t(const Sizes& index)>;

void CheckBlocks(const Sizes& sizes, op::Format plain, op::Format blocked, aclDataType type,
                 const Sizes& storage, bool special, const Place& place) {
    const auto x = Counting(sizes, type);
    const auto convert = special ? l0op::TransDataSpecial : l0op::TransData;
    Sizes seen_storage;
    const auto raw = Compute([&](aclOpExecutor* e) -> const aclTensor* {
        const aclTensor* made = convert(l0op::ReFormat(x->tensor, plain, e), blocked, 1, e);
        EXPECT_NE(made, nullptr) << aclnn_cpu::base::TakeRecentErrors();
        const op::ShapeVector shape = op::ToShapeVector(made->GetStorageShape());
        seen_storage.assign(shape.begin(), shape.end());
        EXPECT_EQ(made->GetStorageFormat(), blocked);
        aclTensor* all = e->CreateView(made, made->GetStorageShape(), 0);  // every element of the storage
        all->SetStorageFormat(op::Format::FORMAT_ND);
        return all;
    });
    ASSERT_EQ(seen_storage, storage);
    for (int64_t i = 0; i < raw->Count(); ++i) {
        Sizes index(storage.size());
        for (int64_t d = static_cast<int64_t>(storage.size()) - 1, rest = i; d >= 0; --d) {
            index[static_cast<size_t>(d)] = rest % storage[static_cast<size_t>(d)];
            rest /= storage[static_cast<size_t>(d)];
        }
        const int64_t from = place(index);
        ASSERT_EQ(Get(*raw, i, storage), Number(from < 0 ? 0 : static_cast<double>(from))) << i;
    }
    const auto back = Compute([&](aclOpExecutor* e) {
        return convert(convert(l0op::ReFormat(x->tensor, plain, e), blocked, 1, e), plain, 1, e);
    });
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(ValuesOf(*back), ValuesOf(*x));
}

TEST_F(MovingOperators, TransDataCutsChannelsIntoBlocks) {
    // [N, C1, H, W, C0] of [2, 19, 3, 2], FLOAT16: blocks of 16.
    CheckBlocks({2, 19, 3, 2}, op::Format::FORMAT_NCHW, op::Format::FORMAT_NC1HWC0, ACL_FLOAT16,
                {2, 2, 3, 2, 16}, false, [](const Sizes& i) {
                    const int64_t c = i[1] * 16 + i[4];
                    return c < 19 ? ((i[0] * 19 + c) * 3 + i[2]) * 2 + i[3] : -1;
                });
    // NHWC, FLOAT: blocks of 8, and one that fills them.
    CheckBlocks({1, 2, 3, 16}, op::Format::FORMAT_NHWC, op::Format::FORMAT_NC1HWC0, ACL_FLOAT,
                {1, 2, 2, 3, 8}, false,
                [](const Sizes& i) { return (i[2] * 3 + i[3]) * 16 + i[1] * 8 + i[4]; });
    // [N, D, C1, H, W, C0] of NCDHW, FLOAT in blocks of 16 whatever the type.
    CheckBlocks({1, 3, 2, 2, 2}, op::Format::FORMAT_NCDHW, op::Format::FORMAT_NDC1HWC0, ACL_FLOAT,
                {1, 2, 1, 2, 2, 16}, true,
                [](const Sizes& i) { return i[5] < 3 ? (i[5] * 2 + i[1]) * 4 + i[3] * 2 + i[4] : -1; });
}

TEST_F(MovingOperators, TransDataCutsMatricesIntoFractals) {
    // [..., N1, M1, 16, N0] of [2, 18, 20], FLOAT16.
    CheckBlocks({2, 18, 20}, op::Format::FORMAT_ND, op::Format::FORMAT_FRACTAL_NZ, ACL_FLOAT16,
                {2, 2, 2, 16, 16}, false, [](const Sizes& i) {
                    const int64_t row = i[2] * 16 + i[3], column = i[1] * 16 + i[4];
                    return row < 18 && column < 20 ? (i[0] * 18 + row) * 20 + column : -1;
                });
    const auto x = Counting({2, 3});
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::TransData(x->tensor, op::Format::FORMAT_NC1HWC0, 1, e);
              }).find("expected NCHW, NHWC, NCDHW, NDHWC or ND on one side"),
              std::string::npos);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::TransData(x->tensor, op::Format::FORMAT_FRACTAL_NZ, 2, e);
              }).find("with 2 groups"),
              std::string::npos);
}

}  // namespace
