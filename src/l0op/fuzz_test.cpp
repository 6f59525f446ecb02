// Shapes, axes and lengths at random: every operator gives a tensor that can be computed, or null and a message.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "l0op/l0op_test_tensors.h"
#include "level0/add.h"
#include "level0/broadcast_to.h"
#include "level0/concat.h"
#include "level0/cumsum.h"
#include "level0/fill.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_sum_op.h"
#include "level0/select.h"
#include "level0/split_v.h"
#include "level0/squeeze.h"
#include "level0/unsqueeze.h"

namespace {

using Sizes = std::vector<int64_t>;

class Random {
 public:
    explicit Random(uint32_t seed) : engine_(seed) {}

    size_t Below(size_t count) { return engine_() % count; }

    // Mostly small; now and then a number at an edge.
    int64_t Number() {
        constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
        const int64_t edges[] = {kMost, -kMost - 1, kMost / 2 + 1, int64_t{1} << 40, int64_t{1} << 31, -1};
        return Below(25) == 0 ? edges[Below(6)] : static_cast<int64_t>(Below(6)) - (Below(4) == 0 ? 3 : 0);
    }
    Sizes Numbers() {
        Sizes numbers(Below(40) == 0 ? 27 : Below(5));
        for (int64_t& number : numbers) {
            number = Number();
        }
        return numbers;
    }
    std::unique_ptr<Strided> Tensor() {
        const aclDataType types[] = {ACL_FLOAT, ACL_FLOAT, ACL_INT32, ACL_FLOAT16, ACL_BOOL, ACL_COMPLEX64};
        Sizes sizes(Below(30) == 0 ? 9 : Below(4)), strides(sizes.size());
        int64_t reach = 1;
        for (size_t i = sizes.size(); i-- > 0;) {
            sizes[i] = static_cast<int64_t>(Below(5));
            strides[i] = Below(5) == 0 ? static_cast<int64_t>(Below(4)) : reach;
            reach = std::max<int64_t>(reach, strides[i] * std::max<int64_t>(sizes[i], 1));
        }
        return std::make_unique<Strided>(types[Below(6)], sizes, strides, static_cast<int64_t>(Below(3)));
    }

 private:
    std::mt19937 engine_;
};

const aclTensor* Any(size_t which, Random& random, const aclTensor* x, const aclTensor* y, aclOpExecutor* e) {
    const Sizes a = random.Numbers(), b = random.Numbers();
    const aclIntArray* first = e->AllocIntArray(a.data(), a.size());
    const aclIntArray* second = e->AllocIntArray(b.data(), b.size());
    const aclTensor* host = e->ConvertToTensor(first, op::DataType::DT_INT64);
    const int64_t number = random.Number();
    switch (which) {
        case 0:
            return l0op::Slice(x, first, second, e);
        case 1:
            return l0op::Pad(x, host, e);
        case 2:
            return l0op::Transpose(x, first, e);
        case 3: {
            const aclTensor* both[] = {x, random.Below(9) == 0 ? nullptr : random.Below(2) == 0 ? x : y};
            return l0op::ConcatD(e->AllocTensorList(both, random.Below(3)), number, e);
        }
        case 4: {
            const aclTensorList* pieces = l0op::SplitV(x, first, number, e);
            return pieces == nullptr || pieces->Size() == 0 ? x : (*pieces)[0];
        }
        case 5:
            return l0op::Reshape(x, first, e);
        case 6:
            return l0op::BroadcastTo(x, first, e);
        case 7:
            return l0op::Fill(nullptr, y, first, e);
        case 8:
            return l0op::ReduceSumOp(x, first, random.Below(2) == 0, e);
        case 9:
            return l0op::ReduceMean(x, first, random.Below(2) == 0, e);
        case 10:
            return l0op::Cumsum(x, host, random.Below(2) == 0, random.Below(2) == 0, e);
        case 11:
            return l0op::SqueezeNd(x, first, e);
        case 12:
            return l0op::UnsqueezeNd(x, first, e);
        case 13:
            return l0op::Add(x, y, e);
        case 14:
            return l0op::SelectV2(x, y, y, e);
        case 15:
            return l0op::TransData(x, op::Format::FORMAT_FRACTAL_NZ, 1, e);
        default:
            return l0op::Cast(x, op::DataType::DT_FLOAT16, e);
    }
}

TEST(FuzzedOperators, GiveATensorOrAMessage) {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    constexpr uint32_t kCalls = 6000;
    constexpr int64_t kMostElements = 100000;
    constexpr size_t kOperators = 17;
    std::vector<int> computed(kOperators);
    for (uint32_t seed = 0; seed < kCalls; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const auto x = random.Tensor(), y = random.Tensor();
        std::mt19937 values(seed);
        if (!IsComplex(x->type)) {
            x->Fill(values);
        }
        const size_t which = seed % kOperators;
        aclnn_cpu::base::TakeRecentErrors();
        UniqueExecutor unique("Fuzz");
        const aclTensor* result = Any(which, random, x->tensor, y->tensor, unique.get());
        if (result == nullptr) {
            ASSERT_NE(aclnn_cpu::base::TakeRecentErrors(), nullptr) << "operator " << which;
            continue;
        }
        const Sizes sizes = SizesOf(result);
        const bool small =
            std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size < kMostElements; });
        if (sizes.size() <= 8 && small && result->Size() < kMostElements) {
            ++computed[which];
            Strided into(op::ToAclDataType(result->GetDataType()), sizes, DenseStrides(sizes), 1);
            ASSERT_NE(l0op::ViewCopy(result, into.tensor, unique.get()), nullptr);
            ASSERT_EQ(Finish(unique), 0) << aclnn_cpu::base::TakeRecentErrors();
        }
    }
    for (size_t i = 0; i < kOperators; ++i) {
        EXPECT_GT(computed[i], 3) << "operator " << i << ": too few to mean anything";
    }
}

}  // namespace
