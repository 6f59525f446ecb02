// The computing operators against formulas over double and complex numbers, for every type, with broadcasting.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>

#include "aclnn_kernels/contiguous.h"
#include "base/error_log.h"
#include "l0op/l0op_test_tensors.h"
#include "level0/abs.h"
#include "level0/add.h"
#include "level0/axpy.h"
#include "level0/div.h"
#include "level0/greater.h"
#include "level0/less.h"
#include "level0/logical_and.h"
#include "level0/logical_or.h"
#include "level0/mul.h"
#include "level0/muls.h"
#include "level0/realdiv.h"
#include "level0/select.h"
#include "level0/sub.h"
#include "level0/threshold.h"
#include "opdev/shape_utils.h"

namespace {

class ComputingOperators : public testing::Test {
 protected:
    void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
    void TearDown() override { aclnn_cpu::base::TakeRecentErrors(); }
};

// Element by element: a transposed [3, 1, 4] with a [2, 1], and a scalar with itself.
using Binary = const aclTensor* (*)(const aclTensor*, const aclTensor*, aclOpExecutor*);
template <typename Expected>
void CheckBinary(Binary operation, const std::vector<aclDataType>& types, Expected expected, bool answers) {
    for (const aclDataType type : types) {
        SCOPED_TRACE(op::ToString(op::ToOpDataType(type)).GetString());
        Strided a(type, {3, 1, 4}, {2, 9, 6}, 1), b(type, {2, 1}, {3, 1}, 2);
        FillSmall(a, 0);
        FillSmall(b, 3);
        const auto result =
            Compute([&](aclOpExecutor* executor) { return operation(a.tensor, b.tensor, executor); });
        ASSERT_NE(result, nullptr);
        ASSERT_EQ(result->sizes, (std::vector<int64_t>{3, 2, 4}));
        ASSERT_EQ(result->type, answers ? ACL_BOOL : type);
        for (int64_t i = 0; i < 24; ++i) {
            const Number wide = expected(Get(a, i, result->sizes), Get(b, i, result->sizes));
            Strided one(result->type, {}, {}, 0);  // the expected value as the type has it
            if (IsInteger(type) && !answers) {     // modulo its width
                const auto whole = static_cast<int64_t>(wide.real());
                ConvertValue(&whole, DType::kInt64, one.bytes.data(), TypeOf(type));
            } else {
                Put(one, 0, wide);
            }
            ASSERT_EQ(std::memcmp(one.bytes.data(), result->At(i, result->sizes), one.Width()), 0)
                << "element " << i << " is " << Get(*result, i, result->sizes) << ", expected " << wide;
        }
    }
}

std::vector<aclDataType> WithBool(std::vector<aclDataType> types) {
    types.push_back(ACL_BOOL);
    return types;
}

TEST_F(ComputingOperators, AddSubtractAndMultiplyEveryNumberType) {
    CheckBinary(
        l0op::Add, kNumbers, [](Number a, Number b) { return a + b; }, false);
    CheckBinary(
        l0op::Sub, kNumbers, [](Number a, Number b) { return a - b; }, false);
    CheckBinary(
        l0op::Mul, kNumbers, [](Number a, Number b) { return a * b; }, false);
}

TEST_F(ComputingOperators, BoolsAddAsOrAndMultiplyAsAnd) {
    const auto truth = [](Number x) { return x != Number(0); };
    CheckBinary(
        l0op::Add, {ACL_BOOL}, [&](Number a, Number b) { return Number(truth(a) || truth(b)); }, false);
    CheckBinary(
        l0op::Mul, {ACL_BOOL}, [&](Number a, Number b) { return Number(truth(a) && truth(b)); }, false);
    CheckBinary(
        l0op::LogicalOr, {ACL_BOOL}, [&](Number a, Number b) { return Number(truth(a) || truth(b)); }, true);
    CheckBinary(
        l0op::LogicalAnd, {ACL_BOOL}, [&](Number a, Number b) { return Number(truth(a) && truth(b)); }, true);
}

TEST_F(ComputingOperators, CompareEveryRealType) {
    CheckBinary(
        l0op::Greater, WithBool(kReal), [](Number a, Number b) { return Number(a.real() > b.real()); }, true);
    CheckBinary(
        l0op::Less, WithBool(kReal), [](Number a, Number b) { return Number(a.real() < b.real()); }, true);
}

TEST_F(ComputingOperators, DivideFloatsRoundedOnce) {
    const std::pair<double, double> cases[] = {{1, 3}, {-7, 8}, {5, 0}, {0, 0}, {2049, 3}};
    for (const aclDataType type : kFloats) {
        for (const Binary operation : {l0op::RealDiv, l0op::Div}) {
            Strided a(type, {5}, {2}, 0), b(type, {5}, {1}, 0);
            for (int64_t i = 0; i < 5; ++i) {
                Put(a, i, cases[i].first);
                Put(b, i, cases[i].second);
            }
            const auto result =
                Compute([&](aclOpExecutor* executor) { return operation(a.tensor, b.tensor, executor); });
            ASSERT_NE(result, nullptr);
            for (int64_t i = 0; i < 5; ++i) {
                const double x = Get(a, i, {5}).real(), y = Get(b, i, {5}).real();
                const double got = Get(*result, i, {5}).real();
                if (y == 0) {
                    EXPECT_EQ(std::isnan(got), x == 0) << got;
                    EXPECT_EQ(std::isinf(got), x != 0) << got;
                    continue;
                }
                const float in_float = static_cast<float>(x) / static_cast<float>(y);
                const double expected = type == ACL_FLOAT16 ? static_cast<float>(half(in_float))
                                        : type == ACL_BF16  ? static_cast<float>(bfloat16_t(in_float))
                                        : type == ACL_FLOAT ? in_float
                                                            : x / y;
                EXPECT_EQ(got, expected);
            }
        }
    }
}

TEST_F(ComputingOperators, IntegersWrapAround) {
    Strided a(ACL_INT8, {2}, {1}, 0), b(ACL_INT8, {2}, {1}, 0);
    a.bytes[0] = 127, a.bytes[1] = 100;
    b.bytes[0] = 1, b.bytes[1] = 3;
    const auto sum =
        Compute([&](aclOpExecutor* executor) { return l0op::Add(a.tensor, b.tensor, executor); });
    const auto product =
        Compute([&](aclOpExecutor* executor) { return l0op::Mul(a.tensor, b.tensor, executor); });
    EXPECT_EQ(Get(*sum, 0, {2}), Number(-128));
    EXPECT_EQ(Get(*product, 1, {2}), Number(44));  // 300 - 256
}

TEST_F(ComputingOperators, MixFloatWithNarrowFloatsOnly) {
    Strided wide(ACL_FLOAT, {2}, {1}, 0), narrow(ACL_BF16, {2}, {1}, 0), whole(ACL_INT32, {2}, {1}, 0);
    Put(wide, 0, 1.00048828125), Put(wide, 1, 2);
    Put(narrow, 0, 3), Put(narrow, 1, 4);
    for (const bool first : {true, false}) {
        const auto sum = Compute([&](aclOpExecutor* executor) {
            return l0op::Add(first ? wide.tensor : narrow.tensor, first ? narrow.tensor : wide.tensor,
                             executor);
        });
        ASSERT_NE(sum, nullptr);
        EXPECT_EQ(sum->type, ACL_FLOAT);
        EXPECT_EQ(Get(*sum, 0, {2}), Number(4.00048828125));
    }
    const auto refused = Refusal([&](aclOpExecutor* e) { return l0op::Add(wide.tensor, whole.tensor, e); });
    EXPECT_NE(refused.find("Add of FLOAT and INT32, expected equal types, or FLOAT with a 16-bit float"),
              std::string::npos)
        << refused;
}

TEST_F(ComputingOperators, RefuseTypesAndShapesInWords) {
    Strided a(ACL_BOOL, {2}, {1}, 0), b(ACL_COMPLEX64, {2}, {1}, 0), c(ACL_INT32, {3}, {1}, 0),
        d(ACL_INT32, {2}, {1}, 0);
    EXPECT_NE(
        Refusal([&](aclOpExecutor* e) { return l0op::Sub(a.tensor, a.tensor, e); }).find("Sub: self is BOOL"),
        std::string::npos);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) { return l0op::Greater(b.tensor, b.tensor, e); })
                  .find("Greater: self is COMPLEX64, expected FLOAT, FLOAT16, BFLOAT16, DOUBLE, an integer "
                        "of 8 to 64 bits"),
              std::string::npos);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::RealDiv(c.tensor, c.tensor, e);
              }).find("RealDiv: self is INT32"),
              std::string::npos);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::Mul(c.tensor, d.tensor, e);
              }).find("Mul: shapes [3] and [2] do not broadcast"),
              std::string::npos);
    EXPECT_NE(
        Refusal([&](aclOpExecutor* e) { return l0op::Abs(nullptr, e); }).find("Abs: its tensor is null"),
        std::string::npos);
}

TEST_F(ComputingOperators, AbsThresholdAndAxpyOfRealTypes) {
    for (const aclDataType type : kReal) {
        SCOPED_TRACE(op::ToString(op::ToOpDataType(type)).GetString());
        Strided x(type, {4, 3}, {1, 5}, 2), y(type, {3}, {2}, 0);
        FillSmall(x, 0);
        FillSmall(y, 1);
        const float limit = 2.0f, other = 9.0f;
        aclScalar* threshold = aclCreateScalar(const_cast<float*>(&limit), ACL_FLOAT);
        aclScalar* value = aclCreateScalar(const_cast<float*>(&other), ACL_FLOAT);
        const auto abs = Compute([&](aclOpExecutor* e) { return l0op::Abs(x.tensor, e); });
        const auto above =
            Compute([&](aclOpExecutor* e) { return l0op::Threshold(x.tensor, threshold, value, e); });
        const auto axpy = Compute([&](aclOpExecutor* e) { return l0op::Axpy(x.tensor, y.tensor, 3.0f, e); });
        ASSERT_TRUE(abs != nullptr && above != nullptr && axpy != nullptr);
        for (int64_t i = 0; i < 12; ++i) {
            const double a = Get(x, i, x.sizes).real(), b = Get(y, i, x.sizes).real();
            EXPECT_EQ(Get(*abs, i, x.sizes).real(), std::fabs(a));
            EXPECT_EQ(Get(*above, i, x.sizes).real(), a > 2 ? a : 9);
            EXPECT_EQ(Get(*axpy, i, x.sizes).real(), a + 3 * b);
        }
        aclDestroyScalar(threshold);
        aclDestroyScalar(value);
    }
}

TEST_F(ComputingOperators, ThresholdKeepsNotANumber) {
    for (const aclDataType type : kFloats) {
        Strided x(type, {4}, {1}, 0);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        const double values[] = {nan, infinity, -infinity, 2};
        for (int64_t i = 0; i < 4; ++i) {
            Put(x, i, values[i]);
        }
        const float limit = 2.0f, other = 9.0f;
        aclScalar* threshold = aclCreateScalar(const_cast<float*>(&limit), ACL_FLOAT);
        aclScalar* value = aclCreateScalar(const_cast<float*>(&other), ACL_FLOAT);
        const auto result =
            Compute([&](aclOpExecutor* e) { return l0op::Threshold(x.tensor, threshold, value, e); });
        ASSERT_NE(result, nullptr);
        EXPECT_TRUE(std::isnan(Get(*result, 0, {4}).real()));
        EXPECT_EQ(Get(*result, 1, {4}).real(), infinity);
        EXPECT_EQ(Get(*result, 2, {4}).real(), 9);
        EXPECT_EQ(Get(*result, 3, {4}).real(), 9) << "at the threshold is not above it";
        aclDestroyScalar(threshold);
        aclDestroyScalar(value);
    }
}

TEST_F(ComputingOperators, MulsRoundsOnceAndDropsFractions) {
    for (const aclDataType type : kReal) {
        Strided x(type, {8}, {1}, 0);
        FillSmall(x, 0);
        const auto result = Compute([&](aclOpExecutor* e) { return l0op::Muls(x.tensor, 0.75f, e); });
        ASSERT_NE(result, nullptr);
        for (int64_t i = 0; i < 8; ++i) {
            const double exact = Get(x, i, {8}).real() * 0.75;
            EXPECT_EQ(Get(*result, i, {8}).real(), IsInteger(type) ? std::trunc(exact) : exact);
        }
    }
    Strided big(ACL_INT8, {1}, {1}, 0);
    big.bytes[0] = 100;
    const auto most = Compute([&](aclOpExecutor* e) { return l0op::Muls(big.tensor, 5.0f, e); });
    EXPECT_EQ(Get(*most, 0, {1}), Number(127)) << "the nearest value of the type";
}

TEST_F(ComputingOperators, SelectByConditionWithBroadcasting) {
    for (const aclDataType type : WithBool(kNumbers)) {
        SCOPED_TRACE(op::ToString(op::ToOpDataType(type)).GetString());
        Strided condition(ACL_BOOL, {3, 1}, {2, 1}, 0), a(type, {1, 4}, {4, 1}, 0),
            b(type, {2, 1, 1}, {5, 1, 1}, 0);
        for (int64_t i = 0; i < 3; ++i) {
            *condition.At(i, {3, 1}) = i != 1;
        }
        FillSmall(a, 0);
        FillSmall(b, 5);
        const auto result = Compute(
            [&](aclOpExecutor* e) { return l0op::SelectV2(condition.tensor, a.tensor, b.tensor, e); });
        ASSERT_NE(result, nullptr);
        ASSERT_EQ(result->sizes, (std::vector<int64_t>{2, 3, 4}));
        for (int64_t i = 0; i < 24; ++i) {
            Strided& from = i / 4 % 3 != 1 ? a : b;
            EXPECT_EQ(std::memcmp(result->At(i, result->sizes), from.At(i, result->sizes), result->Width()),
                      0)
                << i;
        }
    }
    Strided number(ACL_FLOAT, {1}, {1}, 0);
    EXPECT_NE(Refusal([&](aclOpExecutor* e) {
                  return l0op::SelectV2(number.tensor, number.tensor, number.tensor, e);
              }).find("SelectV2: condition is FLOAT, expected BOOL"),
              std::string::npos);
}

// Millions of elements go over several threads, in any layout.
TEST_F(ComputingOperators, LargeTensorsOnManyThreads) {
    constexpr int64_t kSide = 1500;
    Strided a(ACL_FLOAT, {kSide, kSide}, {1, kSide}, 0), b(ACL_FLOAT, {kSide, 1}, {1, 1}, 0);
    for (int64_t i = 0; i < a.Count(); ++i) {
        Put(a, i, static_cast<double>(i % 4099));
    }
    for (int64_t i = 0; i < kSide; ++i) {
        Put(b, i, static_cast<double>(i));
    }
    const auto sum = Compute([&](aclOpExecutor* e) { return l0op::Add(a.tensor, b.tensor, e); });
    ASSERT_NE(sum, nullptr);
    for (int64_t i = 0; i < a.Count(); ++i) {
        ASSERT_EQ(Get(*sum, i, sum->sizes).real(), static_cast<double>(i % 4099 + i / kSide)) << i;
    }
}

TEST_F(ComputingOperators, EmptyTensorsGiveEmptyTensors) {
    Strided a(ACL_FLOAT, {0, 3}, {3, 1}, 0), b(ACL_FLOAT, {1, 3}, {3, 1}, 0);
    const auto sum = Compute([&](aclOpExecutor* e) { return l0op::Add(a.tensor, b.tensor, e); });
    ASSERT_NE(sum, nullptr);
    EXPECT_EQ(sum->sizes, (std::vector<int64_t>{0, 3}));
}

}  // namespace
