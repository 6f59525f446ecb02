// Every row of family.inc on every instruction set: accuracy, special values, and derivatives against what they are
// the derivative of.
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "activation/tests/family.h"

namespace aclnn_cpu::activation {
namespace {

using base::DType;
using base::SimdTarget;
using test::Activation;
using test::Form;
using test::Samples;

constexpr float kInf = std::numeric_limits<float>::infinity();

using RowAndTarget = std::tuple<Row, SimdTarget>;

std::vector<Row> RowsWhere(bool (*wanted)(const Row&)) {
    std::vector<Row> rows;
    std::copy_if(Rows().begin(), Rows().end(), std::back_inserter(rows), wanted);
    return rows;
}
bool IsAny(const Row& /*row*/) { return true; }
bool HasGradient(const Row& row) { return row.activation.form != Form::kForward; }
bool HasForward(const Row& row) { return !row.derivative_of.empty(); }

auto OnTargets(bool (*wanted)(const Row&)) {
    return testing::Combine(
        testing::ValuesIn(RowsWhere(wanted)),
        testing::ValuesIn(simd::CompiledTargets().begin(), simd::CompiledTargets().end()));
}
std::string NameOf(const testing::TestParamInfo<RowAndTarget>& info) {
    return std::get<0>(info.param).label + "_" + test::NameOf(std::get<1>(info.param));
}

class OnEachTarget : public testing::TestWithParam<RowAndTarget> {
 protected:
    const Row& row() const { return std::get<0>(GetParam()); }
    const Activation& activation() const { return row().activation; }
    SimdTarget target() const { return std::get<1>(GetParam()); }

    void SetUp() override {
        if (const base::Status status = simd::ValidateTarget(target()); !status.ok()) {
            GTEST_SKIP() << status.message();
        }
    }
};

class EachRow : public OnEachTarget {};
class EachGradient : public OnEachTarget {};
class EachDerivative : public OnEachTarget {};
class EachDerivativeReference : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Family, EachRow, OnTargets(IsAny), NameOf);
INSTANTIATE_TEST_SUITE_P(Family, EachGradient, OnTargets(HasGradient), NameOf);
INSTANTIATE_TEST_SUITE_P(Family, EachDerivative, OnTargets(HasForward), NameOf);
INSTANTIATE_TEST_SUITE_P(Family, EachDerivativeReference, testing::ValuesIn(RowsWhere(HasForward)),
                         [](const auto& info) { return info.param.label; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EachDerivative);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EachDerivativeReference);

// True values take longest: those of the latest row serve all targets.
template <typename T, class Make>
const Samples<T>& Shared(const Row& row, Make make) {
    static std::string label;
    static Samples<T> samples;
    if (label != row.label) {
        label = row.label;
        samples = make();
    }
    return samples;
}

TEST_P(EachRow, HalfIsWithinOneUlpForEveryValue) {
    const auto make = [&] { return test::All16BitSamples<half>(activation()); };
    test::Check16Bit(activation(), DType::kFloat16, Shared<half>(row(), make), target());
}
TEST_P(EachRow, BFloat16IsWithinOneUlpForEveryValue) {
    const auto make = [&] { return test::All16BitSamples<bfloat16_t>(activation()); };
    test::Check16Bit(activation(), DType::kBFloat16, Shared<bfloat16_t>(row(), make), target());
}
TEST_P(EachRow, FloatSampleIsWithinBounds) {
    const auto make = [&] { return test::Evaluated(activation(), test::FloatArguments(14, 3)); };
    test::CheckFloat(activation(), Shared<float>(row(), make), target());
}

TEST_P(EachRow, NanInAnyInputGivesNanUnlessTheDefinitionSaysOtherwise) {
    if (std::isnan(activation().make_exact()(NAN))) {
        EXPECT_TRUE(std::isnan(test::ValuesOf<float>(activation(), DType::kFloat, {NAN}, target())[0]));
    }
    if (activation().form != Form::kForward) {
        for (const float x : {0.25f, -0.25f}) {  // where no derivative selects a constant
            const auto z = test::RunActivation<float>(activation(), DType::kFloat, {NAN}, {x}, target());
            if (activation().make_exact()(x) != 0) {
                EXPECT_TRUE(std::isnan(z[0])) << "x = " << x;
            }
        }
    }
}

TEST_P(EachRow, ZerosKeepTheirSign) {
    const test::Exact exact = activation().make_exact();
    for (const float x : {0.0f, -0.0f}) {
        const double expected = exact(x);
        const float z = test::ValuesOf<float>(activation(), DType::kFloat, {x}, target())[0];
        EXPECT_EQ(z, static_cast<float>(expected)) << "x = " << x;
        if (activation().form == Form::kForward && expected == 0) {
            EXPECT_EQ(std::signbit(z), std::signbit(expected)) << "x = " << x;
        }
    }
}

// The derivative at each x times any gradient: the product is what multiplying its value by the gradient gives, within
// the roundings of both.
TEST_P(EachGradient, MultipliesTheDerivative) {
    std::vector<float> x = test::FloatArguments(20, 4);
    x.erase(std::remove_if(x.begin(), x.end(), [](float value) { return std::isinf(value); }), x.end());
    const std::vector<float> g = test::ValuesOf(activation(), DType::kFloat, x, target());
    for (const float dy : {-3.25f, 1e-30f, 1e30f, 0x1p-126f, FLT_MAX, -0.0f}) {
        const std::vector<float> z =
            test::RunActivation(activation(), DType::kFloat, std::vector<float>(x.size(), dy), x, target());
        for (size_t i = 0; i < x.size(); ++i) {
            if (std::fabs(g[i]) < 1e-30f) {
                continue;  // g itself may have lost bits
            }
            const double expected = static_cast<double>(dy) * g[i];
            if (std::isnan(expected)) {
                ASSERT_TRUE(std::isnan(z[i])) << "x = " << x[i] << ", dy = " << dy;  // 0 * inf
                continue;
            }
            const double error = std::fabs(z[i] - expected);
            ASSERT_TRUE(error <= 4e-7 * std::fabs(expected) + 0x1p-148 ||
                        z[i] == static_cast<float>(expected))
                << "x = " << x[i] << ", dy = " << dy << ", z = " << z[i] << ", expected " << expected;
        }
    }
}

// ---- derivatives of the forward function of the same activation

// The derivative at x by differences of fourth order with step h.
template <class F>
double Difference(const F& f, double x, double h) {
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

// Arguments, none within 2.5 steps of a kink; how many are left out is printed.
std::vector<double> ArgumentsBesideKinks(const Row& row, double h) {
    std::vector<double> arguments;
    int left_out = 0;
    for (int i = -2000; i <= 2000; ++i) {
        const double x = i * 0x1p-7 + 0x1p-10;  // exact as float, as are steps of 2^-6 and more
        const bool beside = std::any_of(row.kinks.begin(), row.kinks.end(),
                                        [&](double kink) { return std::fabs(x - kink) < 2.5 * h; });
        left_out += beside;
        if (!beside) {
            arguments.push_back(x);
        }
    }
    std::printf("%s: %d arguments within %g of %zu kinks left out\n", row.label.c_str(), left_out, 2.5 * h,
                row.kinks.size());
    return arguments;
}

TEST_P(EachDerivativeReference, IsTheDerivativeOfTheForwardReference) {
    const Row& row = GetParam();
    constexpr double kStep = 0x1p-12;
    const test::Exact forward = ForwardOf(row).make_exact(), derivative = row.activation.make_exact();
    for (const double x : ArgumentsBesideKinks(row, kStep)) {
        const double y = forward(x);
        const double exact = derivative(row.of_output ? y : x);
        ASSERT_NEAR(Difference(forward, x, kStep), exact,
                    2e-9 * std::fmax(1.0, std::fabs(y)) * row.activation.scale)
            << "x = " << x;
    }
}

TEST_P(EachDerivative, FitsTheNativeForwardFunction) {
    constexpr double kStep = 0x1p-5;
    const Activation forward = ForwardOf(row());
    const std::vector<double> arguments = ArgumentsBesideKinks(row(), kStep);
    std::map<double, double> values;
    for (const double x : arguments) {
        for (const double step : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
            values[x + step * kStep] = 0;
        }
    }
    std::vector<float> places;
    for (const auto& [x, value] : values) {
        places.push_back(static_cast<float>(x));
    }
    const std::vector<float> forward_values = test::ValuesOf(forward, DType::kFloat, places, target());
    for (size_t i = 0; i < places.size(); ++i) {
        values[static_cast<double>(places[i])] = static_cast<double>(forward_values[i]);
    }
    const auto f = [&](double x) { return values.at(x); };
    std::vector<float> at;
    for (const double x : arguments) {
        at.push_back(static_cast<float>(row().of_output ? f(x) : x));
    }
    const std::vector<float> g = test::ValuesOf(activation(), DType::kFloat, at, target());
    double largest = 0;
    for (size_t i = 0; i < at.size(); ++i) {
        const double error = std::fabs(Difference(f, arguments[i], kStep) - static_cast<double>(g[i])) /
                             (std::fmax(1.0, std::fabs(f(arguments[i]))) * activation().scale);
        largest = std::fmax(largest, error);
        ASSERT_LE(error, 4e-5) << "x = " << arguments[i];
    }
    std::printf("%s on %s: differs by %.3g at most\n", row().label.c_str(), test::NameOf(target()).c_str(),
                largest);
}

// ---- the table itself

TEST(Family, RowsAreDistinctAndNameRowsThatExist) {
    std::set<std::pair<std::string, std::vector<float>>> seen;
    std::set<std::string> forward;
    for (const Row& row : Rows()) {
        EXPECT_TRUE(seen.insert({row.folder, row.activation.attributes}).second) << row.label;
        if (row.activation.form == Form::kForward) {
            forward.insert(row.folder);
        }
    }
    for (const Row& row : Rows()) {
        EXPECT_TRUE(row.derivative_of.empty() || forward.contains(row.derivative_of)) << row.label;
    }
}

}  // namespace
}  // namespace aclnn_cpu::activation
