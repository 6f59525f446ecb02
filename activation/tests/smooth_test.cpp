// Named values of the smooth activations: published cases, limits, and attributes at the edge of what there is.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/activation_accuracy.h"

namespace aclnn_cpu::simd {
void FastGeluNative(const NativeCall& call);
void GeluNative(const NativeCall& call);
void GeluV2Native(const NativeCall& call);
void LogSigmoidNative(const NativeCall& call);
void MishGradNative(const NativeCall& call);
void MishNative(const NativeCall& call);
void SiluGradNative(const NativeCall& call);
void SoftplusV2GradNative(const NativeCall& call);
void SoftplusV2Native(const NativeCall& call);
void SwishGradNative(const NativeCall& call);
void SwishNative(const NativeCall& call);
void TanhNative(const NativeCall& call);
}  // namespace aclnn_cpu::simd

namespace aclnn_cpu {
namespace {

using base::SimdTarget;

constexpr float kInf = std::numeric_limits<float>::infinity();

// The kernel's values at x, times a gradient of 1 where there is one.
std::vector<float> ValuesAt(simd::NativeKernel kernel, test::Form form, const std::vector<float>& attributes,
                            const std::vector<float>& x, SimdTarget target) {
    return test::ValuesOf<float>({kernel, nullptr, {}, form, attributes}, base::DType::kFloat, x, target);
}

class SmoothActivations : public test::OnEachTarget {
 protected:
    static std::vector<float> Forward(simd::NativeKernel kernel, const std::vector<float>& x,
                                      const std::vector<float>& attributes = {}) {
        return ValuesAt(kernel, test::Form::kForward, attributes, x, GetParam());
    }
    static std::vector<float> Gradient(simd::NativeKernel kernel, const std::vector<float>& x,
                                       const std::vector<float>& attributes = {}) {
        return ValuesAt(kernel, test::Form::kGradientFirst, attributes, x, GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Targets, SmoothActivations, test::OnEachTarget::Values(), test::OnEachTarget::Name);

// BL-10: the complement of the sigmoid is not taken from the rounded sigmoid.
TEST_P(SmoothActivations, SwishGradKeepsTheSigmoidsComplement) {
    for (const auto& z : {Gradient(simd::SwishGradNative, {16.75f, 20, -1.27846456f}, {1}),
                          Gradient(simd::SiluGradNative, {16.75f, 20, -1.27846456f})}) {
        EXPECT_NEAR(z[0], 1.000000837f, 1.2e-7);
        EXPECT_EQ(z[1], 1.0f);
        EXPECT_NEAR(z[2], 0.0f, 1e-7);
    }
}

TEST_P(SmoothActivations, DerivativesOfBoundedInputsAreLimitsAtInfinity) {
    const std::vector<float> x = {kInf, -kInf, FLT_MAX, -FLT_MAX, 0, -0.0f};
    const std::vector<float> up = {1, 0, 1, 0, 0.5f, 0.5f}, down = {0, 1, 0, 1, 0.5f, 0.5f};
    EXPECT_EQ(Gradient(simd::SwishGradNative, x, {1}), up);
    EXPECT_EQ(Gradient(simd::SwishGradNative, x, {-3}), down);
    EXPECT_EQ(Gradient(simd::SwishGradNative, x, {0}), std::vector<float>(6, 0.5f));
    EXPECT_EQ(Gradient(simd::SiluGradNative, x), up);
    EXPECT_EQ(Gradient(simd::SoftplusV2GradNative, x, {2, kInf}), up);
}

TEST_P(SmoothActivations, FunctionsThatGrowVanishAtMinusInfinity) {
    for (const simd::NativeKernel kernel :
         {simd::GeluNative, simd::GeluV2Native, simd::FastGeluNative, simd::MishNative}) {
        EXPECT_EQ(Forward(kernel, {kInf, -kInf, FLT_MAX, -FLT_MAX, 0}),
                  (std::vector<float>{kInf, 0, FLT_MAX, 0, 0}));
    }
    EXPECT_EQ(Forward(simd::LogSigmoidNative, {kInf, -kInf, -FLT_MAX}),
              (std::vector<float>{0, -kInf, -FLT_MAX}));
}

TEST_P(SmoothActivations, SwishTakesAnyBeta) {
    const std::vector<float> x = {kInf, -kInf, 2, -2, 0, FLT_MAX};
    EXPECT_EQ(Forward(simd::SwishNative, x, {0}), (std::vector<float>{kInf, -kInf, 1, -1, 0, FLT_MAX / 2}));
    EXPECT_EQ(Forward(simd::SwishNative, x, {kInf}), (std::vector<float>{kInf, 0, 2, 0, 0, FLT_MAX}));
    EXPECT_EQ(Forward(simd::SwishNative, x, {-kInf}), (std::vector<float>{0, -kInf, 0, -2, 0, 0}));
    EXPECT_EQ(Forward(simd::SwishNative, x, {FLT_MAX}), (std::vector<float>{kInf, 0, 2, 0, 0, FLT_MAX}));
    EXPECT_EQ(Forward(simd::SwishNative, {kInf, -kInf, 2, -2}, {1e-40f}),
              (std::vector<float>{kInf, 0, 1, -1}));
    EXPECT_EQ(Gradient(simd::SwishGradNative, {2, -2, 0}, {kInf}), (std::vector<float>{1, 0, 0.5f}));
    EXPECT_EQ(Gradient(simd::SwishGradNative, {0, -0.0f}, {FLT_MAX}), std::vector<float>(2, 0.5f));
    EXPECT_EQ(Gradient(simd::SwishGradNative, {2, -2, 0}, {1e-40f}), std::vector<float>(3, 0.5f));
    for (const float z : Forward(simd::SwishNative, x, {NAN})) {
        EXPECT_TRUE(std::isnan(z));
    }
    for (const float z : Gradient(simd::SwishGradNative, x, {NAN})) {
        EXPECT_TRUE(std::isnan(z));
    }
}

// x where beta x > threshold, strictly.
TEST_P(SmoothActivations, SoftplusIsLinearAboveItsThresholdOnly) {
    constexpr float kAbove = 0x1.000002p+1f, kLog = 2.126928011f;  // log(1 + exp(2))
    const std::vector<float> z = Forward(simd::SoftplusV2Native, {2, kAbove, 3, -2, -3}, {1, 2});
    EXPECT_NEAR(z[0], kLog, 2.4e-7);
    EXPECT_EQ(z[1], kAbove);
    EXPECT_EQ(z[2], 3);
    EXPECT_NEAR(Forward(simd::SoftplusV2Native, {-2}, {-1, 2})[0], -kLog, 2.4e-7);
    EXPECT_EQ(Forward(simd::SoftplusV2Native, {-3}, {-1, 2})[0], -3);
    const std::vector<float> g = Gradient(simd::SoftplusV2GradNative, {2, kAbove, 3}, {1, 2});
    EXPECT_NEAR(g[0], 0.880797078f, 1.2e-7);
    EXPECT_EQ(g[1], 1);
    EXPECT_EQ(g[2], 1);
    EXPECT_EQ(Forward(simd::SoftplusV2Native, {1, -1, kInf, -kInf}, {1, kInf})[2], kInf);
    EXPECT_EQ(Forward(simd::SoftplusV2Native, {-kInf}, {1, kInf})[0], 0);
    EXPECT_EQ(Forward(simd::SoftplusV2Native, {1, -1, kInf}, {0, 20}), std::vector<float>(3, kInf));
    EXPECT_EQ(Gradient(simd::SoftplusV2GradNative, {1, -1}, {0, 20}), std::vector<float>(2, 0.5f));
}

TEST_P(SmoothActivations, TanhKeepsSignedZerosAndSubnormalNumbers) {
    const std::vector<float> x = {-0.0f, 0x1p-149f, -0x1p-149f, 0x1.8p-130f, -0x1p-40f};
    const std::vector<float> z = Forward(simd::TanhNative, x);
    for (size_t i = 0; i < x.size(); ++i) {
        EXPECT_EQ(std::bit_cast<uint32_t>(z[i]), std::bit_cast<uint32_t>(x[i])) << x[i];
    }
    EXPECT_EQ(Forward(simd::TanhNative, {20, -20, kInf, -kInf}), (std::vector<float>{1, -1, 1, -1}));
}

TEST_P(SmoothActivations, MishGradNeitherOverflowsNorCancels) {
    const std::vector<float> z =
        Gradient(simd::MishGradNative, {89, 1000, FLT_MAX, kInf, 0, -kInf, -FLT_MAX, -30});
    EXPECT_EQ(std::vector<float>(z.begin(), z.begin() + 4), std::vector<float>(4, 1.0f));
    EXPECT_NEAR(z[4], 0.6f, 1.2e-7);
    EXPECT_EQ(z[5], 0);
    EXPECT_EQ(z[6], 0);
    EXPECT_NEAR(z[7] / -2.71370697e-12f, 1.0f, 1e-5);  // (x + 1) exp(x), nearly
}

}  // namespace
}  // namespace aclnn_cpu
