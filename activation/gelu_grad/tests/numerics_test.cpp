// Section 7 of the operator's specification: accuracy against 128-bit arithmetic, pinned values, published
// cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "activation/gelu_grad/reference.h"
#include "activation/gelu_grad/tests/native_harness.h"
#include "tests/support/activation_accuracy.h"

namespace aclnn_cpu::gelu_grad {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

uint32_t Bits(float value) { return std::bit_cast<uint32_t>(value); }
float FromBits(uint32_t bits) { return std::bit_cast<float>(bits); }

class OnEachTarget : public test::OnEachTarget {};
INSTANTIATE_TEST_SUITE_P(Targets, OnEachTarget, test::OnEachTarget::Values(), test::OnEachTarget::Name);

const test::Activation kDerivative = {
    simd::GeluGradNative,
    [] { return [reference = std::make_shared<Reference>()](double x) { return (*reference)(x); }; },
    {kZeroOfDerivative}};

TEST_P(OnEachTarget, HalfIsWithinOneUlpForEveryValue) {
    test::CheckAll16BitValues<half>(kDerivative, DType::kFloat16, GetParam());
}
TEST_P(OnEachTarget, BFloat16IsWithinOneUlpForEveryValue) {
    test::CheckAll16BitValues<bfloat16_t>(kDerivative, DType::kBFloat16, GetParam());
}
TEST(GeluGradNumerics, FloatSampleIsWithinBounds) { test::CheckFloatSample(kDerivative, SimdTarget::kBest); }

// ---- pinned values and published cases

TEST_P(OnEachTarget, LimitsAndSpecialValuesAreExact) {
    test::CheckLimitsOfStep(kDerivative, GetParam());
    const std::vector<float> z = RunFloat({1, kNan, 0, kInf, -kInf, kInf, kInf, -kInf, kInf, 0},
                                          {kNan, 1, kNan, 1, 1, -1, -kInf, 5, -200, kInf}, GetParam());
    EXPECT_TRUE(std::isnan(z[0]) && std::isnan(z[1]) && std::isnan(z[2]));
    EXPECT_EQ(z[3], kInf);
    EXPECT_EQ(z[4], -kInf);
    EXPECT_EQ(z[5], -kInf);         // the derivative at -1 is negative
    EXPECT_TRUE(std::isnan(z[6]));  // inf * 0
    EXPECT_EQ(z[7], -kInf);
    EXPECT_TRUE(std::isnan(z[8]));
    EXPECT_EQ(z[9], 0.0f);
}

TEST_P(OnEachTarget, NoFiniteValueGivesNan) {
    std::vector<float> x;
    for (uint32_t bits = 0; bits < 0x7F800000u; bits += 4093) {
        x.push_back(FromBits(bits));
        x.push_back(-FromBits(bits));
    }
    for (const float z : RunFloat(std::vector<float>(x.size(), FLT_MAX), x, GetParam())) {
        ASSERT_FALSE(std::isnan(z));
    }
}

// The specification's table of the tanh form.
TEST_P(OnEachTarget, PublishedTableOfTheTanhForm) {
    const std::vector<float> expected = {0.5f,         1.082964084f, 1.086099257f, 1.011584167f,
                                         1.000335123f, 1.000001546f, 1.000000001f, 1.0f};
    const std::vector<float> z = RunFloat(std::vector<float>(8, 1.0f), {0, 1, 2, 3, 4, 5, 6, 7}, GetParam());
    for (size_t i = 0; i < 8; ++i) {
        EXPECT_NEAR(z[i], expected[i], 2.4e-7f) << i;
    }
}

// BL-05: the negative tail does not die where 1 + tanh(u) does.
TEST_P(OnEachTarget, NegativeTailKeepsRelativeAccuracy) {
    const std::vector<float> x = {-4, -5, -5.5f, -6, -8, -9};
    const std::vector<uint32_t> expected = {0xB9AFB379, 0xB5CF8C98, 0xB348DB3E,
                                            0xB053EE1E, 0x9F5EA63F, 0x9347512C};
    const std::vector<float> z = RunFloat(std::vector<float>(x.size(), 1.0f), x, GetParam());
    for (size_t i = 0; i < x.size(); ++i) {
        EXPECT_NEAR(z[i] / FromBits(expected[i]), 1.0, 1e-5) << "x = " << x[i];
    }
}

// BL-08: no saturation threshold of a narrower type shows around 3.17.
TEST_P(OnEachTarget, NoStepAroundTheSaturationPointOfBFloat16) {
    std::vector<float> x;
    for (uint32_t bits = Bits(3.171875f) - 32768; bits <= Bits(3.171875f) + 32768; ++bits) {
        x.push_back(FromBits(bits));
    }
    const std::vector<float> z = RunFloat(std::vector<float>(x.size(), 1.0f), x, GetParam());
    EXPECT_NEAR(z[32768], FromBits(0x3F80E7AC), 2.4e-7f);
    for (size_t i = 1; i < z.size(); ++i) {
        ASSERT_LE(std::abs(static_cast<int>(Bits(z[i]) - Bits(z[i - 1]))), 4) << "x = " << x[i];
    }
}

// BL-12: signed zeros, subnormals and tiny x, the same bits at every length.
TEST_P(OnEachTarget, SignedZerosAndTinyValues) {
    const std::vector<std::array<float, 2>> cases = {
        {-0.0f, 1}, {-0.0f, -1}, {0.0f, -1}, {1, -0.0f}, {1, 0x1p-149f}, {1, -3.1851232e-7f}, {0x1p-149f, 1}};
    const std::vector<uint32_t> expected = {0x80000000, 0x00000000, 0x80000000, 0x3F000000,
                                            0x3F000000, 0x3EFFFFF7, 0x00000001};
    for (const size_t length : {1, 3, 8, 17, 64}) {
        for (size_t i = 0; i < cases.size(); ++i) {
            const std::vector<float> z = RunFloat(std::vector<float>(length, cases[i][0]),
                                                  std::vector<float>(length, cases[i][1]), GetParam());
            for (const float value : z) {
                ASSERT_EQ(Bits(value), expected[i]) << "case " << i << ", length " << length;
            }
        }
    }
}

// BL-14: the result rounds to half once and overflows to infinity; a float output holds it.
TEST_P(OnEachTarget, ResultBeyondHalfOverflowsToInfinity) {
    EXPECT_EQ(RunDense<half>(DType::kFloat16, {half(65504.0f)}, {half(3.140625f)}, 1, GetParam())[0].bits(),
              0x7C00);
    const half dy(65504.0f);
    const bfloat16_t x(3.140625f);
    float z = 0;
    RunNative({1}, DType::kFloat, {&dy, DType::kFloat16, {1}}, {&x, DType::kBFloat16, {1}},
              {&z, DType::kFloat, {1}}, 1, GetParam());
    EXPECT_EQ(Bits(z), 0x4780EE29u);
}

}  // namespace
}  // namespace aclnn_cpu::gelu_grad
