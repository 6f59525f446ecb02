// Integers, truth values and DOUBLE where functions of the family take them, and numbers of every type.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "activation/tests/api/call.h"
#include "tests/support/settings.h"

namespace aclnn_cpu::activation_test {
namespace {

using test::Contiguous;
using test::ScopedSetting;

const Row& RowOf(const std::string& name) {
    for (const Row& row : Family()) {
        if (row.function.name == name) {
            return row;
        }
    }
    ADD_FAILURE() << name;
    return Family().front();
}

struct Number {
    const char* parameter;
    aclDataType dtype;
    double value;
};

// The result for inputs of one type, the output of another.
std::vector<double> ResultOf(const std::string& name, aclDataType in, aclDataType out,
                             const std::vector<std::vector<double>>& inputs,
                             const std::vector<Number>& numbers = {}) {
    const Row& row = RowOf(name);
    Arguments arguments(row, in, Contiguous({static_cast<int64_t>(inputs[0].size())}));
    if (!row.in_place) {
        arguments.Replace(row.output, out, Contiguous({static_cast<int64_t>(inputs[0].size())}));
    }
    for (size_t k = 0; k < inputs.size(); ++k) {
        arguments.tensor(row.inputs[k]).Set(inputs[k]);
    }
    for (const Number& number : numbers) {
        arguments.ReplaceNumber(row.function.Index(number.parameter), number.dtype, number.value);
    }
    EXPECT_EQ(RunBothPhases(row, arguments.values), 0);
    return arguments.tensor(row.output).Get();
}

using Values = std::vector<double>;

TEST(Integers, AreComparedWithThresholdsOutsideTheirRange) {
    const auto threshold = [](aclDataType dtype, const Values& self, aclDataType of, double limit) {
        return ResultOf("aclnnThreshold", dtype, dtype, {self},
                        {{"threshold", of, limit}, {"value", ACL_INT32, 7}});
    };
    EXPECT_EQ(threshold(ACL_INT8, {127, -128}, ACL_INT32, 200), (Values{7, 7}));
    EXPECT_EQ(threshold(ACL_INT8, {127, -128}, ACL_INT32, -200), (Values{127, -128}));
    EXPECT_EQ(threshold(ACL_INT8, {127, -128}, ACL_INT64, 257), (Values{7, 7}));
    EXPECT_EQ(threshold(ACL_UINT8, {0, 5}, ACL_INT32, -1), (Values{0, 5}));
    EXPECT_EQ(threshold(ACL_INT64, {5, -5}, ACL_DOUBLE, 0x1p63), (Values{7, 7}));
    EXPECT_EQ(threshold(ACL_INT64, {5, -5}, ACL_DOUBLE, -0x1p70), (Values{5, -5}));
}

TEST(Integers, AreComparedWithThresholdsBetweenThem) {
    const auto threshold = [](double limit) {
        return ResultOf("aclnnThreshold", ACL_INT32, ACL_INT32, {{-1, 0, 1}},
                        {{"threshold", ACL_FLOAT, limit}, {"value", ACL_INT32, 7}});
    };
    EXPECT_EQ(threshold(-0.5), (Values{7, 0, 1}));
    EXPECT_EQ(threshold(0.5), (Values{7, 7, 1}));
    EXPECT_EQ(threshold(0), (Values{7, 7, 1}));
    EXPECT_EQ(threshold(NAN), (Values{7, 7, 7}));
}

TEST(Integers, StayExactWhereFloatsWouldRound) {
    const double large = 0x1p24 + 1;
    EXPECT_EQ(ResultOf("aclnnThresholdBackward", ACL_INT32, ACL_INT32, {{large, large}, {1, 0}},
                       {{"threshold", ACL_FLOAT, 0}}),
              (Values{large, 0}));
    EXPECT_EQ(ResultOf("aclnnThresholdBackward", ACL_INT32, ACL_INT32, {{3, 3}, {large, large - 1}},
                       {{"threshold", ACL_INT32, 0x1p24}}),
              (Values{3, 0}));
    EXPECT_EQ(ResultOf("aclnnThresholdBackward", ACL_INT8, ACL_INT8, {{3, 4}, {-128, 127}},
                       {{"threshold", ACL_INT32, -200}}),
              (Values{3, 4}));

    const Row& row = RowOf("aclnnInplaceRelu");
    Arguments arguments(row, ACL_INT64, Contiguous({2}));
    const int64_t values[] = {std::numeric_limits<int64_t>::max() - 1, std::numeric_limits<int64_t>::min()};
    ASSERT_EQ(aclrtMemcpy(arguments.tensor(0).data(), sizeof(values), values, sizeof(values),
                          ACL_MEMCPY_HOST_TO_DEVICE),
              0);
    ASSERT_EQ(RunBothPhases(row, arguments.values), 0);
    EXPECT_EQ(arguments.tensor(0).Bits(), (std::vector<uint64_t>{static_cast<uint64_t>(values[0]), 0}));
}

TEST(Integers, AreComputedAsFloatsWhereTheResultIsAFloat) {
    const Values sigmoid = ResultOf("aclnnSigmoid", ACL_INT32, ACL_FLOAT, {{-2, 0, 3}});
    EXPECT_NEAR(sigmoid[0], 0.11920292, 1e-7);
    EXPECT_EQ(sigmoid[1], 0.5);
    EXPECT_NEAR(sigmoid[2], 0.95257413, 1e-7);
    EXPECT_NEAR(ResultOf("aclnnSigmoid", ACL_BOOL, ACL_FLOAT, {{1}})[0], 0.73105858, 1e-7);
    EXPECT_NEAR(ResultOf("aclnnTanh", ACL_UINT8, ACL_FLOAT, {{1}})[0], 0.76159416, 1e-7);
    EXPECT_EQ(ResultOf("aclnnHardsigmoid", ACL_INT32, ACL_INT32, {{-4, 0, 2, 3}}), (Values{0, 0, 0, 1}));
    EXPECT_EQ(ResultOf("aclnnSelu", ACL_INT8, ACL_INT8, {{-100, -1, 0, 10}}), (Values{-1, -1, 0, 10}));
}

TEST(Integers, AreRefusedForResultsThatAreFractions) {
    for (const char* name : {"aclnnSigmoid", "aclnnTanh"}) {
        for (const aclDataType dtype : {ACL_INT32, ACL_BOOL}) {
            const Row& row = RowOf(name);
            Arguments arguments(row, dtype, Contiguous({4}));
            const Planned planned = Plan(row, arguments.values);
            EXPECT_EQ(planned.status, 161002) << name;
            EXPECT_NE(planned.message.find("out dtype"), std::string::npos) << planned.message;
        }
    }
}

TEST(Integers, MayBeTheInputOfSoftplusButNotItsGradient) {
    const Row& row = RowOf("aclnnSoftplusBackward");
    for (const aclDataType self : {ACL_INT32, ACL_UINT8, ACL_DOUBLE}) {
        Arguments arguments(row, ACL_FLOAT, Contiguous({1}));
        arguments.Replace(row.inputs[1], self, Contiguous({1}));
        arguments.tensor(row.inputs[0]).Set({2});
        arguments.tensor(row.inputs[1]).Set({1});
        ASSERT_EQ(RunBothPhases(row, arguments.values), 0);
        EXPECT_NEAR(arguments.tensor(row.output).Get()[0], 2 / (1 + std::exp(-1.5)), 4e-7);
    }
    Arguments arguments(row, ACL_FLOAT, Contiguous({1}));
    arguments.Replace(row.inputs[0], ACL_INT32, Contiguous({1}));
    const Planned planned = Plan(row, arguments.values);
    EXPECT_EQ(planned.status, 161002);
    EXPECT_NE(planned.message.find("gradOutput"), std::string::npos) << planned.message;
    EXPECT_EQ(planned.message.find("INT8"), std::string::npos) << planned.message;
}

TEST(Numbers, OfAnyTypeCount) {
    for (const aclDataType dtype :
         {ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL}) {
        const Values result =
            ResultOf("aclnnSwish", ACL_FLOAT, ACL_FLOAT, {{2}}, {{"betaOptional", dtype, 1}});
        EXPECT_NEAR(result[0], 2 / (1 + std::exp(-2.0)), 3e-7) << test::NameOf(dtype);
    }
}

}  // namespace
}  // namespace aclnn_cpu::activation_test
