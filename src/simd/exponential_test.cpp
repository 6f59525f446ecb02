// The building blocks of exponential.h against 160-bit arithmetic: what their contracts say.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "tests/support/activation_accuracy.h"
#include "tests/support/real.h"

namespace aclnn_cpu::simd {

void ExponentialsNative(const NativeCall& call);

namespace {

using base::SimdTarget;
using test::Activation;
using test::Real;

constexpr float kInf = std::numeric_limits<float>::infinity();

Activation Block(float which, double (*exact)(double)) {
    return {ExponentialsNative, [exact] { return exact; }, {}, test::Form::kForward, {which}, 1};
}
const Activation kExp = Block(0, [](double x) { return Exp(Real(x)).ToOdd(); });
const Activation kExpm1 = Block(1, [](double x) { return Expm1(Real(x)).ToOdd(); });
const Activation kLog1p = Block(2, [](double x) { return Log1p(Real(x)).ToOdd(); });

class ExponentialOnEachTarget : public test::OnEachTarget {};
INSTANTIATE_TEST_SUITE_P(Targets, ExponentialOnEachTarget, test::OnEachTarget::Values(),
                         test::OnEachTarget::Name);

// Relative to the true value where that is normal, in units of the smallest subnormal number below.
void ExpectWithin(const Activation& block, const std::vector<float>& x, double bound, SimdTarget target) {
    const test::Samples<float> samples = test::Evaluated(block, x);
    const std::vector<float> z = test::ValuesOf(block, base::DType::kFloat, x, target);
    double largest = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        if (z[i] == static_cast<float>(samples.exact[i])) {
            continue;
        }
        const double error = std::fabs(z[i] - samples.exact[i]);
        if (std::fabs(samples.exact[i]) < 0x1p-126) {
            ASSERT_LE(error, 0x1p-149) << "x = " << x[i];
            continue;
        }
        ASSERT_LE(error, bound * std::fabs(samples.exact[i])) << "x = " << x[i] << ", z = " << z[i];
        largest = std::fmax(largest, error / std::fabs(samples.exact[i]));
    }
    std::printf("%s: %.3g\n", test::NameOf(target).c_str(), largest);
}

TEST_P(ExponentialOnEachTarget, ExpIsWithinItsBoundForAnyNumber) {
    ExpectWithin(kExp, test::FloatArguments(16, 4), 2e-7, GetParam());
}
TEST_P(ExponentialOnEachTarget, ExpUnderflowsAndOverflowsWhereRoundingDoes) {
    const std::vector<float> x = {-103.97f, -103.98f, -87.4f, 0x1.62e42ep+6f, 0x1.62e43p+6f, 200,
                                  kInf,     -kInf,    0,      -0.0f};
    ExpectWithin(kExp, x, 2e-7, GetParam());
    const std::vector<float> z = test::ValuesOf<float>(kExp, base::DType::kFloat, x, GetParam());
    EXPECT_EQ(z, (std::vector<float>{0x1p-149f, 0, z[2], z[3], kInf, kInf, kInf, 0, 1, 1}));
    EXPECT_LT(z[3], kInf);
    EXPECT_TRUE(std::isnan(test::ValuesOf<float>(kExp, base::DType::kFloat, {NAN}, GetParam())[0]));
}
TEST_P(ExponentialOnEachTarget, Expm1IsWithinItsBoundForAnyNumber) {
    ExpectWithin(kExpm1, test::FloatArguments(16, 4), 2.5e-7, GetParam());
}
TEST_P(ExponentialOnEachTarget, Expm1OfWhatIsTinyIsThat) {
    const std::vector<float> x = {0, -0.0f, 0x1p-149f, -0x1p-149f, 0x1.8p-140f, -0x1p-126f, 0x1p-60f};
    const std::vector<float> z = test::ValuesOf(kExpm1, base::DType::kFloat, x, GetParam());
    for (size_t i = 0; i < x.size(); ++i) {
        EXPECT_EQ(std::bit_cast<uint32_t>(z[i]), std::bit_cast<uint32_t>(x[i])) << x[i];
    }
    EXPECT_TRUE(std::isnan(test::ValuesOf<float>(kExpm1, base::DType::kFloat, {NAN}, GetParam())[0]));
}
TEST_P(ExponentialOnEachTarget, Log1pIsWithinItsBoundForAnyFraction) {
    std::vector<float> fractions;
    for (const float x : test::FloatArguments(16, 4)) {
        if (x >= 0 && x <= 1) {
            fractions.push_back(x);
        }
    }
    ExpectWithin(kLog1p, fractions, 1.5e-7, GetParam());
}

}  // namespace
}  // namespace aclnn_cpu::simd
