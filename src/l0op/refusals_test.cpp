// Shapes, axes and host values that are no good are refused with a message, whatever operator they come to.
#include <gtest/gtest.h>

#include <limits>

#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transpose.h"
#include "l0op/l0op_test_tensors.h"
#include "level0/broadcast_to.h"
#include "level0/concat.h"
#include "level0/cumsum.h"
#include "level0/fill.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_sum_op.h"
#include "level0/split_v.h"
#include "level0/squeeze.h"
#include "level0/unsqueeze.h"

namespace {

using Sizes = std::vector<int64_t>;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kHuge = int64_t{1} << 40;

const aclIntArray* Ints(aclOpExecutor* executor, const Sizes& values) {
    return executor->AllocIntArray(values.data(), values.size());
}
const aclTensor* HostInts(aclOpExecutor* executor, const Sizes& values) {
    return executor->ConvertToTensor(values.data(), values.size(), op::DataType::DT_INT64);
}

class RefusingOperators : public testing::Test {
 protected:
    void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
    void TearDown() override { aclnn_cpu::base::TakeRecentErrors(); }

    // That `build` is refused with a message that begins so.
    static void Refuses(const std::string& expected, const Build& build) {
        const std::string message = Refusal(build);
        EXPECT_EQ(message.substr(0, expected.size()), expected) << message;
    }

    Strided x_{ACL_INT32, {2, 3}, {3, 1}, 0};
    Strided one_{ACL_INT32, {1}, {1}, 0};
};

TEST_F(RefusingOperators, FillOfShapesThatNoMemoryHas) {
    const auto fill = [&](const Sizes& sizes) {
        return [&, sizes](aclOpExecutor* e) { return l0op::Fill(nullptr, one_.tensor, Ints(e, sizes), e); };
    };
    Refuses("EZ9999: [561000] aclnn: Fill: outShape[1] is -1, expected 0 or more", fill({2, -1}));
    Refuses(
        "EZ9999: [561000] aclnn: Fill: outShape is [1099511627776, 1099511627776] of 1 bytes each, expected "
        "a total "
        "below 2^63 bytes",
        fill({kHuge, kHuge}));
    Refuses("EZ9999: [561000] aclnn: AllocTensor: shape is [4611686018427387904] of 4 bytes each",
            fill({kMost / 2 + 1}));
    Refuses("EZ9999: [561000] aclnn: Fill: outShape has 26 dimensions, expected at most 25",
            fill(Sizes(26, 1)));
    Refuses("EZ9999: [561103] aclnn: Fill: its outShape is null",
            [&](aclOpExecutor* e) { return l0op::Fill(nullptr, one_.tensor, nullptr, e); });
    Refuses("EZ9999: [561000] aclnn: Fill with a value of shape [2, 3]",
            [&](aclOpExecutor* e) { return l0op::Fill(nullptr, x_.tensor, Ints(e, {1}), e); });
}

TEST_F(RefusingOperators, BroadcastToWhatIsNoShape) {
    const auto to = [&](const Strided& x, const Sizes& sizes) {
        return [&, sizes](aclOpExecutor* e) { return l0op::BroadcastTo(x.tensor, Ints(e, sizes), e); };
    };
    Refuses("EZ9999: [561000] aclnn: BroadcastTo: shape[0] is -1", to(one_, {-1}));
    Refuses("EZ9999: [561000] aclnn: BroadcastTo: shape has 26 dimensions", to(one_, Sizes(26, 1)));
    Refuses("EZ9999: [561000] aclnn: BroadcastTo of shape [2, 3] to [2, 4]", to(x_, {2, 4}));
    Refuses("EZ9999: [561000] aclnn: BroadcastTo of shape [2, 3] to [3]", to(x_, {3}));
    Refuses("EZ9999: [561103] aclnn: BroadcastTo: its shape is null", [&](aclOpExecutor* e) {
        return l0op::BroadcastTo(one_.tensor, static_cast<const aclIntArray*>(nullptr), e);
    });
}

TEST_F(RefusingOperators, ReshapeToOtherNumbersOfElements) {
    const auto to = [&](const Sizes& sizes) {
        return [&, sizes](aclOpExecutor* e) { return l0op::Reshape(x_.tensor, Ints(e, sizes), e); };
    };
    for (const Sizes& sizes : {Sizes{4}, Sizes{-1, -1}, Sizes{-2, -3}, Sizes{-1, 4}, Sizes{-1, 0},
                               Sizes{kHuge, kHuge}, Sizes{6, -2}}) {
        Refuses("EZ9999: [561000] aclnn: Reshape of INT32[2, 3]", to(sizes));
    }
    Refuses("EZ9999: [561000] aclnn: Reshape to 26 dimensions, expected at most 25", to(Sizes(26, 1)));
    Strided turned(ACL_INT32, {2, 3}, {1, 2}, 0);
    Refuses("EZ9999: [561000] aclnn: Reshape of INT32[2, 3] strides [1, 2]",
            [&](aclOpExecutor* e) { return l0op::Reshape(turned.tensor, Ints(e, {6}), e); });
}

TEST_F(RefusingOperators, SliceOutsideTheTensor) {
    struct Row {
        Sizes offsets, sizes;
    };
    for (const Row& row :
         {Row{{0, 0}, {3, 1}}, Row{{-1, 0}, {1, 1}}, Row{{0, 0}, {1, -2}}, Row{{2, 4}, {-1, -1}},
          Row{{kLeast, 0}, {-1, 1}}, Row{{kMost, 0}, {kMost, 1}}, Row{{1, 0}, {kMost, 1}}, Row{{0}, {1}},
          Row{{0, 0}, {1}}, Row{{0, 0, 0}, {1, 1, 1}}}) {
        Refuses("EZ9999: [561000] aclnn: Slice of shape [2, 3]: the offsets and sizes name no part of it",
                [&](aclOpExecutor* e) {
                    return l0op::Slice(x_.tensor, Ints(e, row.offsets), Ints(e, row.sizes), e);
                });
    }
    const auto empty = Compute([&](aclOpExecutor* e) {
        return l0op::Slice(x_.tensor, Ints(e, {2, 3}), Ints(e, {-1, 0}), e);
    });
    ASSERT_NE(empty, nullptr) << "the end is inside";
    EXPECT_EQ(empty->sizes, (Sizes{0, 0}));
}

TEST_F(RefusingOperators, PadByWhatCannotBe) {
    for (const Sizes& pads :
         {Sizes{-1, 0, 0, 0}, Sizes{0, 0, 0, -1}, Sizes{0, kMost, 0, 0}, Sizes{kMost, 0, 0, 0},
          Sizes{kMost / 2, kMost / 2, 0, 0}, Sizes{0, 0}, Sizes{0, 0, 0, 0, 0}}) {
        Refuses("EZ9999: [561000] aclnn: Pad of shape [2, 3] with",
                [&](aclOpExecutor* e) { return l0op::Pad(x_.tensor, HostInts(e, pads), e); });
    }
    Refuses("EZ9999: [561000] aclnn: AllocTensor: shape is [1099511627778, 1099511627779] of 4 bytes each",
            [&](aclOpExecutor* e) {
                return l0op::Pad(x_.tensor, HostInts(e, {0, kHuge, 0, kHuge}), e);
            });
}

TEST_F(RefusingOperators, TransposeByWhatIsNoPermutation) {
    for (const Sizes& perm : {Sizes{0, 0}, Sizes{1, -1}, Sizes{0, 2}, Sizes{0, -3}, Sizes{0}, Sizes{0, 1, 2},
                              Sizes{}, Sizes{0, kLeast}}) {
        Refuses(
            "EZ9999: [561000] aclnn: Transpose of shape [2, 3]: perm names not each of its dimensions once",
            [&](aclOpExecutor* e) { return l0op::Transpose(x_.tensor, Ints(e, perm), e); });
    }
}

TEST_F(RefusingOperators, ConcatOfNothingAndOfWhatDoesNotFit) {
    const auto join = [](const std::vector<const aclTensor*>& tensors, int64_t dim) {
        return [tensors, dim](aclOpExecutor* e) {
            return l0op::ConcatD(e->AllocTensorList(tensors.data(), tensors.size()), dim, e);
        };
    };
    Strided scalar(ACL_INT32, {}, {}, 0), half(ACL_FLOAT16, {2, 3}, {3, 1}, 0);
    Refuses("EZ9999: [561000] aclnn: ConcatD of 0 tensors", join({}, 0));
    Refuses("EZ9999: [561000] aclnn: ConcatD of 1 tensors, expected at least one, with dimensions",
            join({scalar.tensor}, 0));
    Refuses("EZ9999: [561103] aclnn: ConcatD: its tensor is null", join({x_.tensor, nullptr}, 0));
    Refuses("EZ9999: [561103] aclnn: ConcatD: its tensor is null", join({nullptr}, 0));
    Refuses("EZ9999: [561000] aclnn: ConcatD: dimension 2 of a tensor of shape [2, 3], expected -2 to 1",
            join({x_.tensor, x_.tensor}, 2));
    Refuses("EZ9999: [561000] aclnn: ConcatD of shapes [2, 3] and [1]", join({x_.tensor, one_.tensor}, 1));
    Refuses("EZ9999: [561000] aclnn: ConcatD of INT32 and FLOAT16", join({x_.tensor, half.tensor}, 1));
    Refuses("EZ9999: [561103] aclnn: ConcatD: its list is null",
            [](aclOpExecutor* e) { return l0op::ConcatD(nullptr, 0, e); });
    // Empty, but as long as can be: one after another they are longer.
    const int64_t sizes[] = {0, kMost / 4};
    aclTensor* longest = aclCreateTensor(sizes, 2, ACL_INT8, nullptr, 0, ACL_FORMAT_ND, sizes, 2, nullptr);
    Refuses("EZ9999: [561000] aclnn: ConcatD: the sizes of dimension 1 add up to 2^63 or more",
            join({longest, longest, longest, longest, longest}, 1));
    aclDestroyTensor(longest);
}

TEST_F(RefusingOperators, SplitIntoLengthsThatDoNotAddUp) {
    for (const Sizes& lengths : {Sizes{3, 1}, Sizes{4, -1}, Sizes{kMost, kMost, 5}, Sizes{}, Sizes{2}}) {
        UniqueExecutor unique("Split");
        EXPECT_EQ(l0op::SplitV(x_.tensor, Ints(unique.get(), lengths), 1, unique.get()), nullptr);
        EXPECT_STREQ(aclnn_cpu::base::TakeRecentErrors(),
                     "EZ9999: [561000] aclnn: SplitV of shape [2, 3] along dimension 1: the lengths do not "
                     "add up to its "
                     "size");
    }
}

TEST_F(RefusingOperators, DimensionsThatDoNotExist) {
    Strided numbers(ACL_FLOAT, {2, 3}, {3, 1}, 0);
    for (const int64_t dim : {int64_t{2}, int64_t{-3}, kMost, kLeast}) {
        const std::string where =
            "dimension " + std::to_string(dim) + " of a tensor of shape [2, 3], expected -2 to 1";
        Refuses("EZ9999: [561000] aclnn: ReduceSumOp: " + where, [&](aclOpExecutor* e) {
            return l0op::ReduceSumOp(x_.tensor, Ints(e, {0, dim}), true, e);
        });
        Refuses("EZ9999: [561000] aclnn: ReduceMean: " + where,
                [&](aclOpExecutor* e) { return l0op::ReduceMean(numbers.tensor, Ints(e, {dim}), false, e); });
        Refuses(
            "EZ9999: [561000] aclnn: Cumsum: dim holds 1 values, expected one dimension of self\n"
            "EZ9999: [561000] aclnn: Cumsum: " +
                where,
            [&](aclOpExecutor* e) { return l0op::Cumsum(x_.tensor, HostInts(e, {dim}), e); });
        UniqueExecutor unique("Squeeze");
        EXPECT_EQ(l0op::SqueezeNd(x_.tensor, dim, unique.get()), nullptr);
        EXPECT_EQ(
            l0op::UnsqueezeNd(x_.tensor, dim < 0 ? dim - (dim > kLeast) : dim + (dim < kMost), unique.get()),
            nullptr);
    }
    Refuses("EZ9999: [561000] aclnn: UnsqueezeNd of shape [2, 3]: dimension 0 of 30",
            [&](aclOpExecutor* e) { return l0op::UnsqueezeNd(x_.tensor, Ints(e, Sizes(28, 0)), e); });
}

// A view of host values: an offset, and strides that turn it round.
TEST_F(RefusingOperators, HostValuesAreThoseOfTheView) {
    Strided square(ACL_INT32, {4, 4}, {4, 1}, 0);
    for (int64_t i = 0; i < 16; ++i) {
        Put(square, i, static_cast<double>(i));
    }
    const auto slice = [&](int64_t offset, int64_t stride) {
        return Compute([&, offset, stride](aclOpExecutor* e) {
            const aclTensor* values = HostInts(e, {9, 1, 2, 1});
            const aclTensor* offsets =
                e->CreateView(values, op::Shape({2}), op::Shape({4}), op::Strides{stride}, offset);
            return l0op::Slice(square.tensor, e->AllocTensor(op::Shape({1, 1}), op::DataType::DT_INT32),
                               offsets, HostInts(e, {1, 1}), e);
        });
    };
    const auto from_second = slice(1, 1);
    ASSERT_NE(from_second, nullptr);
    EXPECT_EQ(Get(*from_second, 0, {1, 1}), Number(1 * 4 + 2));
    const auto every_other = slice(1, 2);
    ASSERT_NE(every_other, nullptr);
    EXPECT_EQ(Get(*every_other, 0, {1, 1}), Number(1 * 4 + 1));
    const auto repeated = slice(2, 0);
    ASSERT_NE(repeated, nullptr);
    EXPECT_EQ(Get(*repeated, 0, {1, 1}), Number(2 * 4 + 2));
}

}  // namespace
