#include "activation/common/tests/kernel_cases.h"

namespace aclnn_cpu::test {
namespace {

using Numbers = std::vector<double>;

constexpr float kSixth = 1.0f / 6.0f;

double Sigma(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

// Of x sigma(x); x may be infinite.
double SwishDerivative(double x) {
    if (std::isinf(x)) {
        return x > 0 ? 1 : 0;
    }
    return Sigma(x) + x * Sigma(x) * Sigma(-x);
}

}  // namespace

std::vector<double> FamilyOperator::Numbers() const {
    std::vector<double> numbers;
    for (const registry::AttrValue& value : attributes) {
        const float* number = std::get_if<float>(&value);
        const bool* truth = std::get_if<bool>(&value);
        numbers.push_back(number != nullptr ? *number : (truth != nullptr && *truth ? 1 : 0));
    }
    return numbers;
}

const std::vector<FamilyOperator>& Family() {
    static const std::vector<FamilyOperator> family = {
        {"SwishGrad",
         3,
         0,
         1,
         [](double x, const Numbers& a) { return SwishDerivative(a[0] * x); },
         {1.0f},
         -1.2784645427610738},
        {"SwishGrad",
         3,
         0,
         1,
         [](double x, const Numbers& a) { return SwishDerivative(a[0] * x); },
         {-0.7f},
         1.8263779182301054},
        {"HardSigmoidGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) { return a[0] * x + a[1] > 0 && a[0] * x + a[1] < 1 ? a[0] : 0; },
         {kSixth, 0.5f}},
    };
    return family;
}

}  // namespace aclnn_cpu::test
