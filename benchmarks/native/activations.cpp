#include "benchmarks/native/activations.h"

#include <cmath>

namespace aclnn_cpu::simd {
#define ACTIVATION(name, native, attributes, derivative, flops, extent, onednn, alpha, torch) \
    void native(const NativeCall& call);
#include "benchmarks/activations.inc"
#undef ACTIVATION
}  // namespace aclnn_cpu::simd

namespace aclnn_cpu::benchmarks {
namespace {

constexpr long double kSqrt2OverPi = 0.797884560802865355879892119868763737L;
constexpr long double kCubic = 0.044715L;

// Of x (1 + tanh(u)) / 2 with u = sqrt(2/pi) (x + 0.044715 x^3).
long double GeluTanhDerivative(long double x) {
    constexpr long double kSame = 40;  // 1 or 0 beyond
    const long double v = std::isnan(x) ? x : std::fmin(std::fmax(x, -kSame), kSame);
    const long double e = std::exp(-2 * kSqrt2OverPi * (std::fabs(v) + kCubic * std::fabs(v * v * v)));
    const long double upper = 1 / (1 + e), lower = e / (1 + e);
    const long double slope = 2 * kSqrt2OverPi * v * (1 + 3 * kCubic * v * v);
    return (v < 0 ? lower : upper) + slope * upper * lower;
}

// Of x Phi(x), Phi the standard normal distribution.
long double GeluErfDerivative(long double x) {
    constexpr long double kSame = 40;
    const long double v = std::isnan(x) ? x : std::fmin(std::fmax(x, -kSame), kSame);
    const long double density = std::exp(-v * v / 2) * kSqrt2OverPi / 2;
    return std::erfc(-v * 0.707106781186547524400844362104849039L) / 2 + v * density;
}

// Of x sigma(x).
long double SiluDerivative(long double x) {
    constexpr long double kSame = 1000;
    const long double v = std::isnan(x) ? x : std::fmin(std::fmax(x, -kSame), kSame);
    const long double e = std::exp(-std::fabs(v));
    const long double upper = 1 / (1 + e), lower = e / (1 + e);
    return (v < 0 ? lower : upper) + v * upper * lower;
}

// Of x / 6 + 1/2 cut to [0, 1].
long double HardSigmoidDerivative(long double x) {
    return std::isnan(x) ? x : x > -3 && x < 3 ? 1 / 6.0L : 0;
}

// Of x tanh(log(1 + exp(x))).
long double MishDerivative(long double x) {
    constexpr long double kSame = 1000;
    const long double v = std::isnan(x) ? x : std::fmin(std::fmax(x, -kSame), kSame);
    const long double n = std::exp(v), up = n * n + 2 * n;
    const long double t = up / (up + 2), complement = 2 / (up + 2);  // 1 - t
    return t + v * (n / (1 + n)) * complement * (1 + t);
}

}  // namespace

std::span<const Activation> Activations() {
#define ACTIVATION(name, native, attributes, derivative, flops, extent, onednn, alpha, torch) \
    {#name, simd::native, {attributes}, derivative, flops, Extent::extent},
#define LIST(...) __VA_ARGS__
    static const Activation rows[] = {
#include "benchmarks/activations.inc"
    };
#undef LIST
#undef ACTIVATION
    return rows;
}

}  // namespace aclnn_cpu::benchmarks
