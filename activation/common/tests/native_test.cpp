// The AI Core kernels beside the native ones: what they make of NaN, infinities, zeros and kinks is the same, and so
// are, within both bounds, the numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "activation/common/tests/kernel_runs.h"
#include "tests/support/activation_accuracy.h"

namespace aclnn_cpu::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Activation NativeOf(const FamilyOperator& op) {
    const registry::OperatorImplementations* rows = registry::FindImplementations(nullptr, op.type);
    Activation activation;
    activation.kernel =
        reinterpret_cast<simd::NativeKernel>(reinterpret_cast<uintptr_t>(rows->native_kernel));
    activation.form = op.gradient < 0    ? Form::kForward
                      : op.gradient == 0 ? Form::kGradientFirst
                                         : Form::kGradientLast;
    for (const double number : op.Numbers()) {
        activation.attributes.push_back(static_cast<float>(number));
    }
    return activation;
}

// Every gradient with every argument.
template <typename T>
void CheckAgainstNative(const FamilyOperator& op, const FamilyChip& chip) {
    const float gradients[] = {1.0f, -2.5f, 0.0f, -0.0f, kInf, -kInf, kNan};
    const float arguments[] = {0.0f,    -0.0f, 0.25f, -0.25f, 0.5f,  -0.5f,  0.75f, -0.75f, 1.0f,  -1.0f,
                               2.5f,    -2.5f, 3.0f,  -3.0f,  20.0f, -20.0f, 40.0f, -6.0f,  6.0f,  300.0f,
                               -300.0f, 1e4f,  -1e4f, 1e-3f,  kInf,  -kInf,  kNan,  1e-6f,  -1e-6f};
    std::vector<T> dy;
    std::vector<T> x;
    for (const float gradient : gradients) {
        for (const float argument : arguments) {
            dy.push_back(T(gradient));
            x.push_back(T(argument));
        }
    }
    const std::vector<T> expected = RunActivation(NativeOf(op), kDTypeOf<T>, dy, x);
    const std::vector<T> z = RunFamilyKernel(op, chip, dy, x);
    for (size_t i = 0; i < x.size(); ++i) {
        const float a = float(z[i]);
        const float b = float(expected[i]);
        if (std::isnan(b) || std::isinf(b)) {
            EXPECT_TRUE(std::isnan(b) ? std::isnan(a) : a == b)
                << op.type << " of dy " << float(dy[i]) << " x " << float(x[i]) << " is " << a
                << ", natively " << b;
            continue;
        }
        const float unit = sizeof(T) == 4 ? 5e-7f : (kDTypeOf<T> == base::DType::kFloat16 ? 2e-3f : 1.6e-2f);
        EXPECT_LE(std::abs(a - b), unit * std::max(1e-6f, std::abs(b)) + (sizeof(T) == 4 ? 5e-7f : 0.0f))
            << op.type << " of dy " << float(dy[i]) << " x " << float(x[i]) << " is " << a << ", natively "
            << b;
    }
}

class FamilyBesideNative : public testing::TestWithParam<FamilyOperator> {};
INSTANTIATE_TEST_SUITE_P(Operators, FamilyBesideNative, testing::ValuesIn(Family()),
                         [](const testing::TestParamInfo<FamilyOperator>& info) {
                             return info.param.type + std::string("_") + std::to_string(info.index);
                         });

TEST_P(FamilyBesideNative, AgreeOnSpecialValues) {
    for (const FamilyChip& chip : kFamilyChips) {
        CheckAgainstNative<float>(GetParam(), chip);
        CheckAgainstNative<half>(GetParam(), chip);
        CheckAgainstNative<bfloat16_t>(GetParam(), chip);
    }
}

}  // namespace
}  // namespace aclnn_cpu::test
