// Sums over dimensions, against loops over indices.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "l0op/l0op_test_tensors.h"
#include "level0/cumsum.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_sum_op.h"

namespace {

using Sizes = std::vector<int64_t>;

class Reductions : public testing::Test {
 protected:
    void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
    void TearDown() override { aclnn_cpu::base::TakeRecentErrors(); }
};

// The sum of x[2, 3, 4] over the named dimensions, at kept place (i, j, k).
Number SumAt(Strided& x, const std::vector<bool>& summed, int64_t i, int64_t j, int64_t k) {
    Number sum = 0;
    for (int64_t a = 0; a < 2; ++a) {
        for (int64_t b = 0; b < 3; ++b) {
            for (int64_t c = 0; c < 4; ++c) {
                if ((summed[0] || a == i) && (summed[1] || b == j) && (summed[2] || c == k)) {
                    sum += Get(x, (a * 3 + b) * 4 + c, {2, 3, 4});
                }
            }
        }
    }
    return sum;
}

TEST_F(Reductions, SumOverEveryChoiceOfDimensionsOfEveryType) {
    for (const aclDataType type : kNumbers) {
        for (uint32_t choice = 0; choice < 8; ++choice) {
            SCOPED_TRACE(std::string(op::ToString(op::ToOpDataType(type)).GetString()) + " " +
                         std::to_string(choice));
            Strided x(type, {2, 3, 4}, {1, 9, 2}, 3);
            FillSmall(x, choice);
            Sizes axes, kept, narrow;
            std::vector<bool> summed;
            for (uint32_t d = 0; d < 3; ++d) {
                const bool named = (choice >> d & 1) != 0;
                summed.push_back(named || choice == 0);  // none means all
                if (named) {
                    axes.push_back(d == 1 ? -2 : static_cast<int64_t>(d));
                }
                kept.push_back(summed[d] ? 1 : x.sizes[d]);
                if (!summed[d]) {
                    narrow.push_back(x.sizes[d]);
                }
            }
            for (const bool keep : {true, false}) {
                const auto sum = Compute([&](aclOpExecutor* e) {
                    return l0op::ReduceSumOp(x.tensor, e->AllocIntArray(axes.data(), axes.size()), keep, e);
                });
                ASSERT_NE(sum, nullptr);
                ASSERT_EQ(sum->sizes, keep ? kept : narrow);
                for (int64_t i = 0; i < sum->Count(); ++i) {
                    const Number expected =
                        SumAt(x, summed, i / (kept[1] * kept[2]), i / kept[2] % kept[1], i % kept[2]);
                    Strided one(type, {}, {}, 0);
                    if (IsInteger(type)) {
                        const auto whole = static_cast<int64_t>(expected.real());
                        ConvertValue(&whole, aclnn_cpu::base::DType::kInt64, one.bytes.data(), TypeOf(type));
                    } else {
                        Put(one, 0, expected);
                    }
                    EXPECT_EQ(std::memcmp(one.bytes.data(), sum->At(i, sum->sizes), one.Width()), 0)
                        << i << ": " << Get(*sum, i, sum->sizes) << ", expected " << expected;
                }
            }
        }
    }
}

TEST_F(Reductions, LongSumsOfNarrowFloatsLoseNothing) {
    Strided x(ACL_FLOAT16, {5000}, {1}, 0), y(ACL_FLOAT, {1 << 20}, {1}, 0);
    for (int64_t i = 0; i < 5000; ++i) {
        Put(x, i, 1.0);
    }
    for (int64_t i = 0; i < y.Count(); ++i) {
        Put(y, i, 0.1f);
    }
    const auto sum = [](Strided& of) {
        const auto result = Compute([&](aclOpExecutor* e) {
            return l0op::ReduceSumOp(of.tensor, e->AllocIntArray(nullptr, 0), false, e);
        });
        return Get(*result, 0, {}).real();
    };
    EXPECT_EQ(sum(x), 5000.0) << "a sum kept in FLOAT16 stops at 2048";
    EXPECT_EQ(sum(y), static_cast<float>(double{0.1f} * (1 << 20)));
}

TEST_F(Reductions, BoolSumsSayWhetherAnyHolds) {
    Strided x(ACL_BOOL, {2, 256}, {256, 1}, 0);
    for (int64_t i = 0; i < 512; ++i) {
        *x.At(i, x.sizes) = i < 256;  // a count of 256 is not 0 modulo 256
    }
    const int64_t axis = 1;
    const auto any = Compute(
        [&](aclOpExecutor* e) { return l0op::ReduceSumOp(x.tensor, e->AllocIntArray(&axis, 1), false, e); });
    ASSERT_NE(any, nullptr);
    EXPECT_EQ(Get(*any, 0, {2}), Number(1));
    EXPECT_EQ(Get(*any, 1, {2}), Number(0));
}

TEST_F(Reductions, EmptyDimensionsSumToZeroAndHaveNoMean) {
    Strided x(ACL_FLOAT, {3, 0}, {1, 1}, 0);
    const int64_t axis = 1;
    const auto sum = Compute(
        [&](aclOpExecutor* e) { return l0op::ReduceSumOp(x.tensor, e->AllocIntArray(&axis, 1), false, e); });
    const auto mean = Compute(
        [&](aclOpExecutor* e) { return l0op::ReduceMean(x.tensor, e->AllocIntArray(&axis, 1), false, e); });
    for (int64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(Get(*sum, i, {3}), Number(0));
        EXPECT_TRUE(std::isnan(Get(*mean, i, {3}).real()));
    }
}

TEST_F(Reductions, MeanOfFloatTypes) {
    for (const aclDataType type : kFloats) {
        Strided x(type, {4, 2}, {1, 4}, 0);
        for (int64_t i = 0; i < 8; ++i) {
            Put(x, i, static_cast<double>(i * i));
        }
        const int64_t axis = 0;
        const auto mean = Compute([&](aclOpExecutor* e) {
            return l0op::ReduceMean(x.tensor, e->AllocIntArray(&axis, 1), true, e);
        });
        ASSERT_NE(mean, nullptr);
        EXPECT_EQ(mean->sizes, (Sizes{1, 2}));
        EXPECT_EQ(Get(*mean, 0, {1, 2}), Number(14));  // 0, 4, 16, 36
        EXPECT_EQ(Get(*mean, 1, {1, 2}), Number(21));  // 1, 9, 25, 49
        UniqueExecutor unique("Noop");
        EXPECT_EQ(l0op::ReduceMean(x.tensor, unique->AllocIntArray(nullptr, 0), true, true, unique.get()),
                  x.tensor);
    }
    Strided whole(ACL_INT32, {2}, {1}, 0);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::ReduceMean(whole.tensor, e->AllocIntArray(nullptr, 0), true, e);
              }).find("ReduceMean: self is INT32, expected FLOAT, FLOAT16, BFLOAT16, DOUBLE"),
              std::string::npos);
    const int64_t far = 1;
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::ReduceSumOp(whole.tensor, e->AllocIntArray(&far, 1), true, e);
              }).find("ReduceSumOp: dimension 1 of a tensor of shape [2], expected -1 to 0"),
              std::string::npos);
}

TEST_F(Reductions, OfOneElementAndOfNone) {
    Strided one(ACL_FLOAT, {2, 1}, {1, 1}, 0), none(ACL_FLOAT, {2, 0}, {1, 1}, 0);
    Put(one, 0, 5.0);
    Put(one, 1, 7.0);
    const int64_t axis = 1;
    const auto sum_of = [&](const aclTensor* x) {
        return Compute(
            [&](aclOpExecutor* e) { return l0op::ReduceSumOp(x, e->AllocIntArray(&axis, 1), false, e); });
    };
    const auto mean_of = [&](const aclTensor* x) {
        return Compute(
            [&](aclOpExecutor* e) { return l0op::ReduceMean(x, e->AllocIntArray(&axis, 1), false, e); });
    };
    for (const auto& result : {sum_of(one.tensor), mean_of(one.tensor)}) {
        ASSERT_NE(result, nullptr);
        EXPECT_EQ(result->sizes, (Sizes{2}));
        EXPECT_EQ(Get(*result, 0, {2}), Number(5));
        EXPECT_EQ(Get(*result, 1, {2}), Number(7));
    }
    const auto sum = sum_of(none.tensor), mean = mean_of(none.tensor);
    ASSERT_TRUE(sum != nullptr && mean != nullptr);
    for (int64_t i = 0; i < 2; ++i) {
        EXPECT_EQ(Get(*sum, i, {2}), Number(0));
        EXPECT_TRUE(std::isnan(Get(*mean, i, {2}).real())) << "0 / 0";
    }
}

TEST_F(Reductions, CumsumRefusesMoreDimensionsThanItCanWalk) {
    const Strided x(ACL_FLOAT, {1, 1, 1, 1, 1, 1, 2, 2, 2}, {8, 8, 8, 8, 8, 8, 4, 2, 1}, 0);
    auto unique = CREATE_EXECUTOR();
    const int64_t dim = 8;
    EXPECT_EQ(l0op::Cumsum(x.tensor, unique->ConvertToTensor(&dim, 1, op::DataType::DT_INT64), unique.get()),
              nullptr);
}

TEST_F(Reductions, CumsumRunsEitherWay) {
    for (const aclDataType type : kNumbers) {
        for (int64_t dim = -1; dim < 2; ++dim) {
            for (const bool exclusive : {false, true}) {
                for (const bool reverse : {false, true}) {
                    Strided x(type, {3, 4}, {2, 7}, 1);
                    FillSmall(x, 2);
                    const auto sums = Compute([&](aclOpExecutor* e) {
                        return l0op::Cumsum(x.tensor, e->ConvertToTensor(&dim, 1, op::DataType::DT_INT64),
                                            exclusive, reverse, e);
                    });
                    ASSERT_NE(sums, nullptr);
                    for (int64_t i = 0; i < 12; ++i) {
                        const int64_t row = i / 4, column = i % 4;
                        Number expected = 0;
                        for (int64_t j = 0; j < (dim == 0 ? 3 : 4); ++j) {
                            const int64_t mine = dim == 0 ? row : column;
                            const bool before = reverse ? j > mine : j < mine;
                            if (before || (j == mine && !exclusive)) {
                                expected += Get(x, dim == 0 ? j * 4 + column : row * 4 + j, {3, 4});
                            }
                        }
                        EXPECT_EQ(Get(*sums, i, {3, 4}), expected) << i;
                    }
                }
            }
        }
    }
}

}  // namespace
