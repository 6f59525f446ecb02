// Section 7 of the operator's specification: accuracy against 128-bit arithmetic, pinned values, published
// cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <limits>
#include <thread>

#include "activation/gelu_grad/reference.h"
#include "activation/gelu_grad/tests/native_harness.h"

namespace aclnn_cpu::gelu_grad {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

uint32_t Bits(float value) { return std::bit_cast<uint32_t>(value); }
float FromBits(uint32_t bits) { return std::bit_cast<float>(bits); }

class OnEachTarget : public testing::TestWithParam<SimdTarget> {
 protected:
    void SetUp() override {
        if (const base::Status status = simd::ValidateTarget(GetParam()); !status.ok()) {
            GTEST_SKIP() << status.message();
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Targets, OnEachTarget,
                         testing::ValuesIn(simd::CompiledTargets().begin(), simd::CompiledTargets().end()),
                         [](const auto& test) { return NameOf(test.param); });

// ---- 16-bit types: every value of x

// Order-preserving number of a 16-bit float, both zeros at 0: differences are distances in ulp.
int OrderOf(uint16_t bits) {
    const int magnitude = bits & 0x7FFF;
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <typename T>
void CheckAll16BitValues(DType dtype, SimdTarget target) {
    std::vector<T> x(65536);
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        x[bits] = T::FromBits(static_cast<uint16_t>(bits));
    }
    const std::vector<T> z = RunDense(dtype, std::vector<T>(65536, T(1.0f)), x, 1, target);
    Reference reference;
    int finite = 0, correct = 0, informative = 0, informative_correct = 0;
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        const float value = x[bits];
        if (std::isnan(value)) {
            ASSERT_TRUE(std::isnan(float(z[bits]))) << std::hex << bits;
            continue;
        }
        const T expected = simd::Convert<T>(reference(value));
        const int distance = std::abs(OrderOf(z[bits].bits()) - OrderOf(expected.bits()));
        const int allowed = std::fabs(value - kZeroOfDerivative) < 1e-2 ? 2 : 1;
        ASSERT_LE(distance, allowed) << "x = " << value << ", z = " << float(z[bits]) << ", expected "
                                     << float(expected);
        const float rounded = expected;
        const bool trivial = rounded == 0.0f || rounded == 0.5f || rounded == 1.0f;
        finite += std::isfinite(value);
        correct += std::isfinite(value) && distance == 0;
        informative += !trivial;
        informative_correct += !trivial && distance == 0;
    }
    std::printf("%s on %s: %d of %d correctly rounded, %d of %d where the result is not 0, 1/2 or 1\n",
                std::string(base::DTypeName(dtype)).c_str(), NameOf(target).c_str(), correct, finite,
                informative_correct, informative);
    EXPECT_GE(correct, 0.999 * finite);
    EXPECT_GE(informative_correct, 0.998 * informative);
    EXPECT_GT(informative, 1000);
}

TEST_P(OnEachTarget, HalfIsWithinOneUlpForEveryValue) {
    CheckAll16BitValues<half>(DType::kFloat16, GetParam());
}
TEST_P(OnEachTarget, BFloat16IsWithinOneUlpForEveryValue) {
    CheckAll16BitValues<bfloat16_t>(DType::kBFloat16, GetParam());
}

// ---- float: one pseudo-random value out of every 1024 consecutive bit patterns

struct SampleErrors {
    double absolute = 0;
    double relative = 0;
    float absolute_at = 0;
    float relative_at = 0;
};

SampleErrors MeasureSample(uint32_t first_stratum, uint32_t last_stratum, SimdTarget target) {
    SampleErrors errors;
    Reference reference;
    std::vector<float> x;
    uint32_t random = first_stratum * 2654435761u + 12345u;
    for (uint32_t stratum = first_stratum; stratum < last_stratum; ++stratum) {
        random = random * 1664525u + 1013904223u;
        const float value = FromBits(stratum << 10 | random >> 22);
        if (!std::isnan(value)) {
            x.push_back(value);
        }
    }
    const std::vector<float> z = RunFloat(std::vector<float>(x.size(), 1.0f), x, target);
    for (size_t i = 0; i < x.size(); ++i) {
        const double expected = reference(x[i]);
        const double error = std::fabs(z[i] - expected);
        if (!(error <= errors.absolute)) {
            errors.absolute = error;
            errors.absolute_at = x[i];
        }
        const bool bound = std::fabs(expected) > 1e-30 && std::fabs(x[i] - kZeroOfDerivative) > 1e-2;
        if (bound && error > errors.relative * std::fabs(expected)) {
            errors.relative = error / std::fabs(expected);
            errors.relative_at = x[i];
        }
    }
    return errors;
}

// The strata between 2^-24 and 16 in magnitude are where the function does anything; there every stratum
// counts on every target. The rest is measured on the best one.
void CheckSample(uint32_t from, uint32_t to, SimdTarget target) {
    constexpr uint32_t kPieces = 64;
    std::array<SampleErrors, 2> halves;
    const auto work = [&](uint32_t half) {
        for (uint32_t piece = half; piece < kPieces; piece += 2) {
            const uint32_t step = (to - from) / kPieces;
            const SampleErrors errors = MeasureSample(from + piece * step, from + (piece + 1) * step, target);
            if (!(errors.absolute <= halves[half].absolute)) {
                halves[half].absolute = errors.absolute;
                halves[half].absolute_at = errors.absolute_at;
            }
            if (errors.relative > halves[half].relative) {
                halves[half].relative = errors.relative;
                halves[half].relative_at = errors.relative_at;
            }
        }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    for (const SampleErrors& errors : halves) {
        EXPECT_LE(errors.absolute, 2.4e-7) << "at x = " << errors.absolute_at;
        EXPECT_LE(errors.relative, 0x1p-16) << "at x = " << errors.relative_at;
    }
    std::printf("%s: largest error %.3g absolute, %.3g relative\n", NameOf(target).c_str(),
                std::max(halves[0].absolute, halves[1].absolute),
                std::max(halves[0].relative, halves[1].relative));
}

TEST(GeluGradNumerics, FloatSampleOfAllBitPatternsIsWithinBounds) {
    CheckSample(0, 1u << 22, SimdTarget::kBest);
}

TEST_P(OnEachTarget, FloatSampleWhereTheFunctionMovesIsWithinBounds) {
    constexpr uint32_t kFrom = 103u << 13,
                       kTo = 131u << 13;  // exponents of 2^-24 and 2^4, 2^13 strata to each
    constexpr uint32_t kSign = 1u << 21;
    CheckSample(kFrom, kTo, GetParam());
    CheckSample(kSign | kFrom, kSign | kTo, GetParam());
}

// ---- pinned values and published cases

TEST_P(OnEachTarget, LimitsAndSpecialValuesAreExact) {
    const std::vector<float> x = {0.0f,   -0.0f,  40.0f,    1e20f, FLT_MAX,  kInf,
                                  -40.0f, -1e20f, -FLT_MAX, -kInf, 0x1p-149f};
    const std::vector<float> expected = {0.5f, 0.5f, 1, 1, 1, 1, 0, 0, 0, 0, 0.5f};
    for (const float dy : {1.0f, -3.25f, 1e-30f, 1e30f, 0x1p-126f}) {
        const std::vector<float> z = RunFloat(std::vector<float>(x.size(), dy), x, GetParam());
        for (size_t i = 0; i < x.size(); ++i) {
            EXPECT_EQ(z[i], expected[i] * dy) << "x = " << x[i] << ", dy = " << dy;
        }
    }
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
