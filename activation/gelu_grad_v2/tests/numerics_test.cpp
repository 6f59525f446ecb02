// The native kernel of GELU's erf form: accuracy against 128-bit arithmetic and pinned values.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <memory>

#include "activation/gelu_grad_v2/reference.h"
#include "tests/support/derivative_accuracy.h"

namespace aclnn_cpu::simd {
void GeluErfGradNative(const NativeCall& call);
}

namespace aclnn_cpu::gelu_grad_v2 {
namespace {

using base::DType;
using base::SimdTarget;

constexpr float kInf = std::numeric_limits<float>::infinity();

const test::Derivative kDerivative = {
    simd::GeluErfGradNative,
    [] { return [reference = std::make_shared<Reference>()](double x) { return (*reference)(x); }; },
    kZeroOfDerivative};

std::vector<float> RunFloat(const std::vector<float>& dy, const std::vector<float>& x, SimdTarget target) {
    return test::RunDense(simd::GeluErfGradNative, DType::kFloat, dy, x, 1, target);
}

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
                         [](const auto& test) { return test::NameOf(test.param); });

TEST_P(OnEachTarget, HalfIsWithinOneUlpForEveryValue) {
    test::CheckAll16BitValues<half>(kDerivative, DType::kFloat16, GetParam());
}
TEST_P(OnEachTarget, BFloat16IsWithinOneUlpForEveryValue) {
    test::CheckAll16BitValues<bfloat16_t>(kDerivative, DType::kBFloat16, GetParam());
}
TEST(GeluErfGradNumerics, FloatSampleOfAllBitPatternsIsWithinBounds) {
    test::CheckFloatSample(kDerivative, SimdTarget::kBest);
}
TEST_P(OnEachTarget, FloatSampleWhereTheFunctionMovesIsWithinBounds) {
    test::CheckFloatSampleWhereItMoves(kDerivative, GetParam());
}

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
    for (const float z : RunFloat({NAN, 1, kInf}, {1, NAN, -kInf}, GetParam())) {
        EXPECT_TRUE(std::isnan(z));
    }
}

}  // namespace
}  // namespace aclnn_cpu::gelu_grad_v2
