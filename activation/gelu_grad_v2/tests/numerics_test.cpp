// The native kernel of GELU's erf form: accuracy against 128-bit arithmetic and pinned values.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <memory>

#include "activation/gelu_grad_v2/reference.h"
#include "tests/support/activation_accuracy.h"

namespace aclnn_cpu::simd {
void GeluGradV2Native(const NativeCall& call);
}

namespace aclnn_cpu::gelu_grad_v2 {
namespace {

using base::DType;
using base::SimdTarget;

constexpr float kInf = std::numeric_limits<float>::infinity();

const test::Activation kDerivative = {
    simd::GeluGradV2Native,
    [] { return [reference = std::make_shared<Reference>()](double x) { return (*reference)(x); }; },
    {kZeroOfDerivative}};

std::vector<float> RunFloat(const std::vector<float>& dy, const std::vector<float>& x, SimdTarget target) {
    return test::RunDense(simd::GeluGradV2Native, DType::kFloat, dy, x, 1, target);
}

class OnEachTarget : public test::OnEachTarget {};
INSTANTIATE_TEST_SUITE_P(Targets, OnEachTarget, test::OnEachTarget::Values(), test::OnEachTarget::Name);

TEST_P(OnEachTarget, HalfIsWithinOneUlpForEveryValue) {
    test::CheckAll16BitValues<half>(kDerivative, DType::kFloat16, GetParam());
}
TEST_P(OnEachTarget, BFloat16IsWithinOneUlpForEveryValue) {
    test::CheckAll16BitValues<bfloat16_t>(kDerivative, DType::kBFloat16, GetParam());
}
TEST(GeluGradV2Numerics, FloatSampleIsWithinBounds) {
    test::CheckFloatSample(kDerivative, SimdTarget::kBest);
}

TEST_P(OnEachTarget, LimitsAndSpecialValuesAreExact) {
    test::CheckLimitsOfStep(kDerivative, GetParam());
    for (const float z : RunFloat({NAN, 1, kInf}, {1, NAN, -kInf}, GetParam())) {
        EXPECT_TRUE(std::isnan(z));
    }
}

}  // namespace
}  // namespace aclnn_cpu::gelu_grad_v2
