#include "activation/common/tests/kernel_cases.h"

namespace aclnn_cpu::test {
namespace {

using Numbers = std::vector<double>;

constexpr float kSixth = 1.0f / 6.0f;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = 3.14159265358979323846;

double Sigma(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

// f where x is finite or NaN, its limits elsewhere.
template <typename F>
double WithLimits(double x, double below, double above, F f) {
    return std::isinf(x) ? (x > 0 ? above : below) : f(x);
}

double SwishOf(double x, double beta) {
    const double t = beta * x;
    return t == -kInfinity ? 0 : x * Sigma(std::isinf(x) && beta == 0 ? 0 : t);
}

double SwishDerivative(double x) {
    return WithLimits(x, 0, 1, [](double t) { return Sigma(t) + t * Sigma(t) * Sigma(-t); });
}

double Softplus(double x) { return std::log1p(std::exp(-std::abs(x))) + (x > 0 ? x : 0); }

double MishOf(double x) {
    return WithLimits(x, 0, kInfinity, [](double t) { return t * std::tanh(Softplus(t)); });
}

double MishDerivative(double x) {
    return WithLimits(x, 0, 1, [](double t) {
        const double cosh = std::cosh(Softplus(t));
        return std::tanh(Softplus(t)) + (std::isinf(cosh) ? 0 : t * Sigma(t) / (cosh * cosh));
    });
}

double GeluTanh(double x) {
    const double k1 = 2 * std::sqrt(2 / kPi);
    return WithLimits(x, 0, kInfinity, [=](double t) { return t * Sigma(k1 * (t + 0.044715 * t * t * t)); });
}

double Phi(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double GeluErf(double x) {
    return WithLimits(x, 0, kInfinity, [](double t) { return t * Phi(t); });
}

double GeluErfDerivative(double x) {
    return WithLimits(x, 0, 1,
                      [](double t) { return Phi(t) + t * std::exp(-0.5 * t * t) / std::sqrt(2 * kPi); });
}

double Celu(double x, const Numbers& a) { return x > 0 ? x : a[0] * std::expm1(x / a[0]); }

double Elu(double x, const Numbers& a) {
    const double t = a[2] == 0 && std::isinf(x) ? 0 : x * a[2];
    return x > 0 ? a[1] * x : a[0] * a[1] * std::expm1(t);
}

double EluDerivative(double x, const Numbers& a) {
    if (x > 0) {
        return a[1];
    }
    return a[3] != 0 ? a[2] * (x + a[0] * a[1]) : a[2] * a[0] * a[1] * std::exp(x * a[2]);
}

constexpr double kSeluScale = 1.0507009873554804934193349852946;
constexpr double kSeluAlpha = 1.6732632423543772848170429916717;

double HardSwish(double x) { return x >= 3 ? x : (x <= -3 ? 0 : x * (x + 3) / 6); }

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
         [](double x, const Numbers& a) -> double { return SwishDerivative(a[0] * x); },
         {1.0f},
         -1.2784645427610738},
        {"SwishGrad",
         3,
         0,
         1,
         [](double x, const Numbers& a) -> double { return SwishDerivative(a[0] * x); },
         {-0.7f},
         1.8263779182301054},
        {"SwishGrad",
         3,
         0,
         1,
         [](double x, const Numbers&) -> double { return 0.5 + 0 * (std::isnan(x) ? x : 0); },
         {0.0f}},
        {"HardSigmoidGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double {
             return a[0] * x + a[1] > 0 && a[0] * x + a[1] < 1 ? a[0] : 0;
         },
         {kSixth, 0.5f}},
        {"SiluGrad",
         2,
         0,
         1,
         [](double x, const Numbers&) -> double { return SwishDerivative(x); },
         {},
         -1.2784645427610738},
        {"Swish", 1, -1, 0, [](double x, const Numbers& a) -> double { return SwishOf(x, a[0]); }, {1.0f}},
        {"Swish", 1, -1, 0, [](double x, const Numbers& a) -> double { return SwishOf(x, a[0]); }, {-0.7f}},
        {"Sigmoid", 1, -1, 0, [](double x, const Numbers&) -> double { return Sigma(x); }},
        {"SigmoidGrad", 2, 1, 0, [](double x, const Numbers&) -> double { return x * (1 - x); }, {}, 1.0},
        {"Tanh", 1, -1, 0, [](double x, const Numbers&) -> double { return std::tanh(x); }},
        {"TanhGrad", 2, 1, 0, [](double x, const Numbers&) -> double { return (1 - x) * (1 + x); }},
        {"Gelu", 1, -1, 0, [](double x, const Numbers&) -> double { return GeluTanh(x); }},
        {"GeluV2",
         1,
         -1,
         0,
         [](double x, const Numbers&) -> double { return GeluErf(x); },
         {std::string("none")}},
        {"GeluGradV2",
         2,
         0,
         1,
         [](double x, const Numbers&) -> double { return GeluErfDerivative(x); },
         {std::string("none")},
         -0.7517915246935645},
        {"FastGelu", 1, -1, 0, [](double x, const Numbers&) -> double { return SwishOf(x, 1.702); }},
        {"FastGeluGrad",
         2,
         0,
         1,
         [](double x, const Numbers&) -> double { return SwishDerivative(1.702 * x); },
         {},
         -1.2784645427610738 / 1.702},
        {"HardSigmoid",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double {
             return x * a[0] + a[1] < 0 ? 0 : (x * a[0] + a[1] > 1 ? 1 : x * a[0] + a[1]);
         },
         {kSixth, 0.5f},
         -3.0},
        {"HardSwish", 1, -1, 0, [](double x, const Numbers&) -> double { return HardSwish(x); }, {}, -3.0},
        {"HardSwishGrad",
         2,
         0,
         1,
         [](double x, const Numbers&) -> double { return x < -3 ? 0 : (x > 3 ? 1 : x / 3 + 0.5); },
         {},
         -1.5},
        {"HardSwishGradV2",
         2,
         0,
         1,
         [](double x, const Numbers&) -> double { return x <= -3 ? 0 : (x >= 3 ? 1 : x / 3 + 0.5); },
         {},
         -1.5},
        {"Mish", 1, -1, 0, [](double x, const Numbers&) -> double { return MishOf(x); }},
        {"MishGrad",
         3,
         0,
         1,
         [](double x, const Numbers&) -> double { return MishDerivative(x); },
         {},
         -1.1924312139},
        {"SoftplusV2",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double { return a[0] * x > a[1] ? x : Softplus(a[0] * x) / a[0]; },
         {1.0f, 20.0f}},
        {"SoftplusV2",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double { return a[0] * x > a[1] ? x : Softplus(a[0] * x) / a[0]; },
         {-0.5f, 3.0f},
         kNoRoot,
         2},
        {"SoftplusV2Grad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double { return a[0] * x > a[1] ? 1 : Sigma(a[0] * x); },
         {1.0f, 20.0f}},
        {"SoftplusV2Grad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double { return a[0] * x > a[1] ? 1 : Sigma(a[0] * x); },
         {-0.5f, 3.0f}},
        {"CeluV2", 1, -1, 0, &Celu, {0.75f}},
        {"Elu", 1, -1, 0, &Elu, {1.0f, 1.0f, 1.0f}},
        {"Elu", 1, -1, 0, &Elu, {1.5f, 2.0f, 0.25f}, kNoRoot, 3},
        {"EluGradV2", 2, 0, 1, &EluDerivative, {1.0f, 1.0f, 1.0f, false}},
        {"EluGradV2", 2, 0, 1, &EluDerivative, {1.5f, 2.0f, 0.25f, false}},
        {"EluGradV2", 2, 0, 1, &EluDerivative, {1.5f, 2.0f, 0.25f, true}, -3.0},
        {"Selu",
         1,
         -1,
         0,
         [](double x, const Numbers&) -> double {
             return Elu(x, {kSeluAlpha, kSeluScale, 1});
         },
         {},
         kNoRoot,
         1.8},
        {"SeluGrad",
         2,
         0,
         1,
         [](double x, const Numbers&) -> double { return x >= 0 ? kSeluScale : x + kSeluScale * kSeluAlpha; },
         {},
         -kSeluScale* kSeluAlpha,
         1.8},
        {"Relu", 1, -1, 0, [](double x, const Numbers&) -> double { return x <= 0 ? 0 : x; }},
        {"Threshold",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double { return x > a[0] ? x : a[1]; },
         {0.5f, -7.0f}},
        {"ThresholdGradV2D",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double { return x > a[0] ? 1 : 0; },
         {-0.25f}},
        {"LeakyRelu",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double {
             return x > 0 ? x : (a[0] == 0 && std::isinf(x) ? 0 : a[0] * x);
         },
         {0.0f}},
        {"LeakyRelu",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double { return x > 0 ? x : a[0] * x; },
         {-1.3f}},
        {"LeakyReluGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double { return x > 0 ? 1 : (x <= 0 ? a[0] : x); },
         {0.01f}},
        {"LogSigmoid", 1, -1, 0, [](double x, const Numbers&) -> double { return -Softplus(-x); }},
        {"LogSigmoidGrad", 2, 0, 1, [](double x, const Numbers&) -> double { return Sigma(-x); }},
        {"HardtanhGrad",
         2,
         1,
         0,
         [](double x, const Numbers& a) -> double { return x < a[0] || x > a[1] ? 0 : 1; },
         {-1.0f, 2.5f}},
        {"Softshrink",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double {
             return x > a[0] ? x - a[0] : (x < -a[0] ? x + a[0] : 0);
         },
         {0.5f}},
        {"SoftShrinkGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double { return std::abs(x) <= a[0] ? 0 : 1; },
         {0.5f}},
        {"HardShrink",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double { return std::abs(x) > a[0] ? x : 0; },
         {0.75f}},
        {"HardShrink",
         1,
         -1,
         0,
         [](double x, const Numbers&) -> double { return std::abs(x) > 0 ? x : 0; },
         {-2.0f}},
        {"HardShrinkGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double { return std::abs(x) > a[0] ? 1 : 0; },
         {0.75f}},
        {"Elu", 1, -1, 0, &Elu, {-0.5f, 2.0f, 0.3f}},
        {"Elu", 1, -1, 0, &Elu, {1.0f, 1.0f, 0.0f}},
        {"EluGradV2", 2, 0, 1, &EluDerivative, {-0.5f, 2.0f, 0.3f, false}},
        {"EluGradV2", 2, 0, 1, &EluDerivative, {1.0f, 1.0f, 1.0f, true}, -1.0},
        {"Swish", 1, -1, 0, [](double x, const Numbers& a) -> double { return SwishOf(x, a[0]); }, {0.0f}},
        {"Swish", 1, -1, 0, [](double x, const Numbers& a) -> double { return SwishOf(x, a[0]); }, {1.7f}},
        {"SwishGrad",
         3,
         0,
         1,
         [](double x, const Numbers& a) -> double { return SwishDerivative(a[0] * x); },
         {-2.0f},
         0.639232271380537},
        {"HardSigmoidGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double {
             return a[0] * x + a[1] > 0 && a[0] * x + a[1] < 1 ? a[0] : 0;
         },
         {-0.5f, 0.25f}},
        {"HardSigmoidGrad",
         2,
         0,
         1,
         [](double x, const Numbers& a) -> double {
             return a[0] * x + a[1] > 0 && a[0] * x + a[1] < 1 ? a[0] : 0;
         },
         {0.2f, 0.5f}},
        {"SoftplusV2",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double { return a[0] * x > a[1] ? x : Softplus(a[0] * x) / a[0]; },
         {2.0f, 5.0f}},
        {"Softshrink",
         1,
         -1,
         0,
         [](double x, const Numbers& a) -> double {
             return x > a[0] ? x - a[0] : (x < -a[0] ? x + a[0] : 0);
         },
         {0.0f}},
    };
    return family;
}

}  // namespace aclnn_cpu::test
