#include "activation/tests/api/family.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_fast_gelu.h"
#include "aclnnop/aclnn_fast_gelu_backward.h"
#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardshrink.h"
#include "aclnnop/aclnn_hardshrink_backward.h"
#include "aclnnop/aclnn_hardsigmoid.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_selu.h"
#include "aclnnop/aclnn_selu_backward.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "aclnnop/aclnn_softshrink.h"
#include "aclnnop/aclnn_softshrink_backward.h"
#include "aclnnop/aclnn_swish.h"
#include "aclnnop/aclnn_swish_backward.h"
#include "aclnnop/aclnn_tanh.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "aclnnop/aclnn_threshold.h"
#include "aclnnop/aclnn_threshold_backward.h"

namespace aclnn_cpu::activation_test {
namespace {

using X = std::vector<double>;

constexpr double kAlpha = 1.6732632423543772848170429916717;
constexpr double kScale = 1.0507009873554804934193349852946;

double Sigma(double x) { return 1 / (1 + std::exp(-x)); }
double Cut(double x, double low, double high) { return std::min(std::max(x, low), high); }
double SwishSlope(double x, double beta) { return Sigma(beta * x) * (1 + beta * x * Sigma(-beta * x)); }
double MishSlope(double x) {
    const double t = std::tanh(std::log1p(std::exp(x)));
    return t + x * Sigma(x) * (1 - t * t);
}
double NormalIntegral(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }
double NormalDensity(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }
double TanhArgument(double x) { return std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x); }
// The derivative of Sigma(2 TanhArgument(x)).
double TanhSlope(double x) {
    const double u = 2 * TanhArgument(x);
    return Sigma(u) * Sigma(-u) * 2 * std::sqrt(2 / std::numbers::pi) * (1 + 3 * 0.044715 * x * x);
}

void Add(std::vector<Row>& rows, Function function, DtypeRule dtypes, bool broadcasts,
         std::vector<double> numbers, std::function<double(const X&)> value, const char* text = nullptr) {
    Row row{
        std::move(function), dtypes, broadcasts, std::move(numbers), text, std::move(value), {}, 0, false};
    std::vector<size_t> tensors;
    for (size_t i = 0; i < row.function.parameters.size(); ++i) {
        const Parameter& parameter = row.function.parameters[i];
        if (parameter.kind == Kind::kTensor && parameter.name != "buffer") {
            tensors.push_back(i);
        }
    }
    row.in_place = tensors.size() == 1;
    row.output = tensors.back();
    row.inputs = row.in_place ? tensors : std::vector<size_t>(tensors.begin(), tensors.end() - 1);
    rows.push_back(std::move(row));
}

#define FUNCTION(name, parameters) \
    MakeFunction("aclnn" #name, parameters, &aclnn##name##GetWorkspaceSize, &aclnn##name)

std::vector<Row> MakeFamily() {
    std::vector<Row> rows;
    Add(rows, FUNCTION(GeluBackward, "gradOutput self gradInput"), DtypeRule::kPromoted, true, {},
        [](const X& x) { return x[0] * (Sigma(2 * TanhArgument(x[1])) + x[1] * TanhSlope(x[1])); });
    Add(rows, FUNCTION(Swish, "self betaOptional? out"), DtypeRule::kSame, false, {1.5},
        [](const X& x) { return x[0] * Sigma(1.5 * x[0]); });
    Add(rows, FUNCTION(Silu, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * Sigma(x[0]); });
    Add(rows, FUNCTION(SwishBackward, "gradOutput self betaOptional? gradInput"), DtypeRule::kSame, false,
        {1.5}, [](const X& x) { return x[0] * SwishSlope(x[1], 1.5); });
    Add(rows, FUNCTION(SiluBackward, "gradOutput self gradInput"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * SwishSlope(x[1], 1); });
    Add(rows, FUNCTION(Hardsigmoid, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return Cut(x[0] / 6 + 0.5, 0, 1); });
    Add(rows, FUNCTION(InplaceHardsigmoid, "self"), DtypeRule::kSame, false, {},
        [](const X& x) { return Cut(x[0] / 6 + 0.5, 0, 1); });
    Add(rows, FUNCTION(HardsigmoidBackward, "gradOutput self out"), DtypeRule::kPromoted, false, {},
        [](const X& x) { return x[1] > -3 && x[1] < 3 ? x[0] / 6 : 0; });
    Add(rows, FUNCTION(Gelu, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * Sigma(2 * TanhArgument(x[0])); });
    Add(rows, FUNCTION(GeluV2, "x approximate y"), DtypeRule::kSame, false, {0},
        [](const X& x) { return x[0] * NormalIntegral(x[0]); });
    Add(
        rows, FUNCTION(GeluBackwardV2, "gradOutput self approximate gradInput"), DtypeRule::kPromotedToOut,
        true, {}, [](const X& x) { return x[0] * (NormalIntegral(x[1]) + x[1] * NormalDensity(x[1])); },
        "none");
    Add(rows, FUNCTION(FastGelu, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * Sigma(1.702 * x[0]); });
    Add(rows, FUNCTION(FastGeluBackward, "gradOutput self gradInput"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * SwishSlope(x[1], 1.702); });
    Add(rows, FUNCTION(Sigmoid, "self out"), DtypeRule::kCastOutput, false, {},
        [](const X& x) { return Sigma(x[0]); });
    Add(rows, FUNCTION(InplaceSigmoid, "selfRef"), DtypeRule::kSame, false, {},
        [](const X& x) { return Sigma(x[0]); });
    Add(rows, FUNCTION(SigmoidBackward, "gradOutput output gradInput"), DtypeRule::kPromoted, true, {},
        [](const X& x) { return x[0] * x[1] * (1 - x[1]); });
    Add(rows, FUNCTION(Tanh, "self out"), DtypeRule::kCastOutput, false, {},
        [](const X& x) { return std::tanh(x[0]); });
    Add(rows, FUNCTION(InplaceTanh, "selfRef"), DtypeRule::kSame, false, {},
        [](const X& x) { return std::tanh(x[0]); });
    Add(rows, FUNCTION(TanhBackward, "gradOutput output gradInput"), DtypeRule::kSame, true, {},
        [](const X& x) { return x[0] * (1 - x[1] * x[1]); });
    Add(rows, FUNCTION(Hardswish, "self out"), DtypeRule::kCastOutput, false, {},
        [](const X& x) { return x[0] * Cut(x[0] + 3, 0, 6) / 6; });
    Add(rows, FUNCTION(InplaceHardswish, "self"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * Cut(x[0] + 3, 0, 6) / 6; });
    Add(rows, FUNCTION(HardswishBackward, "gradOutput self out"), DtypeRule::kSame, false, {},
        [](const X& x) {
            return x[0] * (x[1] < -3 ? 0 : x[1] > 3 ? 1 : x[1] / 3 + 0.5);
        });
    Add(rows, FUNCTION(HardswishBackwardV2, "gradOutput self out"), DtypeRule::kSame, false, {},
        [](const X& x) {
            return x[0] * (x[1] <= -3 ? 0 : x[1] >= 3 ? 1 : x[1] / 3 + 0.5);
        });
    Add(rows, FUNCTION(Mish, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * std::tanh(std::log1p(std::exp(x[0]))); });
    Add(rows, FUNCTION(InplaceMish, "selfRef"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * std::tanh(std::log1p(std::exp(x[0]))); });
    Add(rows, FUNCTION(MishBackward, "gradOutput self gradInput"), DtypeRule::kPromoted, true, {},
        [](const X& x) { return x[0] * MishSlope(x[1]); });
    Add(rows, FUNCTION(Softplus, "self beta threshold out"), DtypeRule::kCastOutput, false, {1.5, 4},
        [](const X& x) { return 1.5 * x[0] > 4 ? x[0] : std::log1p(std::exp(1.5 * x[0])) / 1.5; });
    Add(rows, FUNCTION(SoftplusBackward, "gradOutput self beta threshold gradInput"), DtypeRule::kPromoted,
        false, {1.5, 4}, [](const X& x) { return x[0] * (1.5 * x[1] > 4 ? 1 : Sigma(1.5 * x[1])); });
    Add(rows, FUNCTION(Celu, "self alpha out"), DtypeRule::kCastOutput, false, {0.75},
        [](const X& x) { return x[0] > 0 ? x[0] : 0.75 * std::expm1(x[0] / 0.75); });
    Add(rows, FUNCTION(InplaceCelu, "selfRef alpha"), DtypeRule::kSame, false, {0.75},
        [](const X& x) { return x[0] > 0 ? x[0] : 0.75 * std::expm1(x[0] / 0.75); });
    Add(rows, FUNCTION(Elu, "self alpha scale inputScale out"), DtypeRule::kCastOutput, false,
        {0.75, 1.25, 2},
        [](const X& x) { return x[0] > 0 ? 1.25 * x[0] : 1.25 * 0.75 * std::expm1(2 * x[0]); });
    Add(rows, FUNCTION(InplaceElu, "selfRef alpha scale inputScale"), DtypeRule::kSame, false,
        {0.75, 1.25, 2},
        [](const X& x) { return x[0] > 0 ? 1.25 * x[0] : 1.25 * 0.75 * std::expm1(2 * x[0]); });
    Add(rows, FUNCTION(EluBackward, "gradOutput alpha scale inputScale isResult selfOrResult gradInput"),
        DtypeRule::kCastOutput, false, {0.75, 1.25, 2, 1},
        [](const X& x) { return x[0] * (x[1] > 0 ? 1.25 : 2 * (x[1] + 1.25 * 0.75)); });
    Add(rows, FUNCTION(Selu, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return kScale * (x[0] > 0 ? x[0] : kAlpha * std::expm1(x[0])); });
    Add(rows, FUNCTION(InplaceSelu, "selfRef"), DtypeRule::kSame, false, {},
        [](const X& x) { return kScale * (x[0] > 0 ? x[0] : kAlpha * std::expm1(x[0])); });
    Add(rows, FUNCTION(SeluBackward, "gradOutput result gradInput"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * (x[1] >= 0 ? kScale : x[1] + kScale * kAlpha); });
    Add(rows, FUNCTION(Relu, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] > 0 ? x[0] : 0; });
    Add(rows, FUNCTION(InplaceRelu, "selfRef"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] > 0 ? x[0] : 0; });
    Add(rows, FUNCTION(Threshold, "self threshold value out"), DtypeRule::kCastOutput, false, {0.5, -2},
        [](const X& x) { return x[0] > 0.5 ? x[0] : -2; });
    Add(rows, FUNCTION(InplaceThreshold, "selfRef threshold value"), DtypeRule::kSame, false, {0.5, -2},
        [](const X& x) { return x[0] > 0.5 ? x[0] : -2; });
    Add(rows, FUNCTION(ThresholdBackward, "gradOutput self threshold out"), DtypeRule::kSame, true, {0.5},
        [](const X& x) { return x[1] > 0.5 ? x[0] : 0; });
    Add(rows, FUNCTION(LeakyRelu, "self negativeSlope out"), DtypeRule::kCastOutput, false, {0.25},
        [](const X& x) { return x[0] > 0 ? x[0] : 0.25 * x[0]; });
    Add(rows, FUNCTION(InplaceLeakyRelu, "selfRef negativeSlope"), DtypeRule::kSame, false, {0.25},
        [](const X& x) { return x[0] > 0 ? x[0] : 0.25 * x[0]; });
    Add(rows, FUNCTION(LeakyReluBackward, "gradOutput self negativeSlope selfIsResult out"),
        DtypeRule::kPromoted, true, {0.25, 1}, [](const X& x) { return x[1] > 0 ? x[0] : 0.25 * x[0]; });
    Add(rows, FUNCTION(LogSigmoid, "self out"), DtypeRule::kSame, false, {},
        [](const X& x) { return -std::log1p(std::exp(-x[0])); });
    Add(rows, FUNCTION(LogSigmoidForward, "self out buffer?"), DtypeRule::kSame, false, {},
        [](const X& x) { return -std::log1p(std::exp(-x[0])); });
    Add(rows, FUNCTION(LogSigmoidBackward, "gradOutput self buffer gradInput"), DtypeRule::kSame, false, {},
        [](const X& x) { return x[0] * Sigma(-x[1]); });
    Add(rows, FUNCTION(HardtanhBackward, "gradOutput self min max out"), DtypeRule::kSame, false, {-1, 2},
        [](const X& x) { return x[1] >= -1 && x[1] <= 2 ? x[0] : 0; });
    Add(rows, FUNCTION(Softshrink, "self lambd out"), DtypeRule::kCastOutput, false, {0.5}, [](const X& x) {
        return x[0] > 0.5 ? x[0] - 0.5 : x[0] < -0.5 ? x[0] + 0.5 : 0;
    });
    Add(rows, FUNCTION(SoftshrinkBackward, "gradOutput self lambda gradInput"), DtypeRule::kPromoted, true,
        {0.5}, [](const X& x) { return x[1] > 0.5 || x[1] < -0.5 ? x[0] : 0; });
    Add(rows, FUNCTION(Hardshrink, "self lambd out"), DtypeRule::kCastOutput, false, {0.5},
        [](const X& x) { return x[0] > 0.5 || x[0] < -0.5 ? x[0] : 0; });
    Add(rows, FUNCTION(HardshrinkBackward, "gradOutput self lambd gradInput"), DtypeRule::kPromoted, true,
        {0.5}, [](const X& x) { return x[1] > 0.5 || x[1] < -0.5 ? x[0] : 0; });
    return rows;
}

}  // namespace

const std::vector<Row>& Family() {
    static const std::vector<Row> rows = MakeFamily();
    return rows;
}

}  // namespace aclnn_cpu::activation_test
