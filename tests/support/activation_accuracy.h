// The accuracy that every activation and every derivative of one is held to, against a reference of high precision.
#pragma once

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/native_harness.h"

namespace aclnn_cpu::test {

// The true value at x, rounded to odd: rounding it to a narrower format rounds the true value.
using Exact = std::function<double(double x)>;

// Which inputs a kernel has. Gradients are multiplied by a function of the other input.
enum class Form { kForward, kGradientFirst, kGradientLast };

// A function of one number that a native kernel computes.
struct Activation {
    simd::NativeKernel kernel;
    std::function<Exact()> make_exact;  // one per thread
    std::vector<double> zeros;          // tolerances near them are absolute
    Form form = Form::kGradientFirst;
    std::vector<float> attributes = {};
    double scale = 1;  // absolute tolerances are for functions of this size
};

// Once for each instruction set that kernels are compiled for; printed as skipped where the machine lacks it.
class OnEachTarget : public testing::TestWithParam<SimdTarget> {
 public:
    static auto Values() {
        return testing::ValuesIn(simd::CompiledTargets().begin(), simd::CompiledTargets().end());
    }
    static std::string Name(const testing::TestParamInfo<SimdTarget>& info) { return NameOf(info.param); }

 protected:
    void SetUp() override {
        if (const base::Status status = simd::ValidateTarget(GetParam()); !status.ok()) {
            GTEST_SKIP() << status.message();
        }
    }
};

// The inputs in the kernel's order.
template <typename V>
std::vector<V> InputsOf(Form form, const V& gradient, const V& x) {
    switch (form) {
        case Form::kForward:
            return {x};
        case Form::kGradientFirst:
            return {gradient, x};
        default:
            return {x, gradient};
    }
}

// Over dense arrays of one type; `gradient` plays no part in a forward function.
template <typename T>
std::vector<T> RunActivation(const Activation& activation, DType dtype, const std::vector<T>& gradient,
                             const std::vector<T>& x, SimdTarget target = SimdTarget::kBest,
                             uint32_t threads = 1) {
    std::vector<T> z(x.size());
    const View gradient_view{gradient.data(), dtype, {1}}, x_view{x.data(), dtype, {1}};
    RunNative(activation.kernel, activation.attributes, {static_cast<int64_t>(x.size())}, dtype,
              InputsOf(activation.form, gradient_view, x_view), {z.data(), dtype, {1}}, threads, target);
    return z;
}

// The function itself: times a gradient of 1.
template <typename T>
std::vector<T> ValuesOf(const Activation& activation, DType dtype, const std::vector<T>& x,
                        SimdTarget target = SimdTarget::kBest) {
    return RunActivation(activation, dtype, std::vector<T>(x.size(), T(1.0f)), x, target);
}

inline bool IsNearZeroOf(const Activation& activation, double x) {
    return std::any_of(activation.zeros.begin(), activation.zeros.end(),
                       [x](double zero) { return std::fabs(x - zero) < 1e-2; });
}

// What holds for any derivative that is 1/2 at 0, 1 far above and 0 far below: exactly, times any gradient.
inline void CheckLimitsOfStep(const Activation& derivative, SimdTarget target) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const std::vector<float> x = {0.0f,   -0.0f,  40.0f,    1e20f, FLT_MAX,  kInf,
                                  -40.0f, -1e20f, -FLT_MAX, -kInf, 0x1p-149f};
    const std::vector<float> expected = {0.5f, 0.5f, 1, 1, 1, 1, 0, 0, 0, 0, 0.5f};
    for (const float dy : {1.0f, -3.25f, 1e-30f, 1e30f, 0x1p-126f}) {
        const std::vector<float> z =
            RunActivation(derivative, DType::kFloat, std::vector<float>(x.size(), dy), x, target);
        for (size_t i = 0; i < x.size(); ++i) {
            EXPECT_EQ(z[i], expected[i] * dy) << "x = " << x[i] << ", dy = " << dy;
        }
    }
}

// ---- what to ask for, and what is true

// Arguments with the true values there.
template <typename T>
struct Samples {
    std::vector<T> x;
    std::vector<double> exact;
};

// Two threads share the work.
template <typename T>
Samples<T> Evaluated(const Activation& activation, std::vector<T> x) {
    Samples<T> samples{std::move(x), {}};
    samples.exact.resize(samples.x.size());
    const auto work = [&](size_t from, size_t to) {
        const Exact exact = activation.make_exact();
        for (size_t i = from; i < to; ++i) {
            samples.exact[i] = exact(static_cast<double>(static_cast<float>(samples.x[i])));
        }
    };
    const size_t middle = samples.x.size() / 2;
    std::thread other([&] {
        work(0, middle);
        mpfr_free_cache();
    });
    work(middle, samples.x.size());
    other.join();
    return samples;
}

// Every number of a 16-bit type.
template <typename T>
Samples<T> All16BitSamples(const Activation& activation) {
    std::vector<T> x(65536);
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        x[bits] = T::FromBits(static_cast<uint16_t>(bits));
    }
    return Evaluated(activation, std::move(x));
}

// One pseudo-random value out of every 2^stratum_bits consecutive bit patterns from `from` up to `to`.
inline void AppendStrata(uint64_t from, uint64_t to, int stratum_bits, std::vector<float>& x) {
    uint32_t random = static_cast<uint32_t>(from) * 2654435761u + 12345u;
    for (uint64_t stratum = from >> stratum_bits; stratum < to >> stratum_bits; ++stratum) {
        random = random * 1664525u + 1013904223u;
        const float value = std::bit_cast<float>(static_cast<uint32_t>(stratum << stratum_bits) |
                                                 random >> (32 - stratum_bits));
        if (!std::isnan(value)) {
            x.push_back(value);
        }
    }
}

// Of all bit patterns, one out of 2^stratum_bits; where magnitudes lie between 2^-24 and 16, and functions do
// something, `denser` times as many bits of the pattern are walked through; and numbers that need care.
inline std::vector<float> FloatArguments(int stratum_bits, int denser) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    std::vector<float> x;
    AppendStrata(0, 1ull << 32, stratum_bits, x);
    for (const uint64_t sign : {uint64_t{0}, uint64_t{1} << 31}) {
        const uint64_t low = std::bit_cast<uint32_t>(0x1p-24f), high = std::bit_cast<uint32_t>(16.0f);
        AppendStrata(sign | low, sign | high, stratum_bits - denser, x);
    }
    for (const float value : {0.0f, 0x1p-149f, 0x1p-126f, 0x1p-60f, 0.5f, 1.0f, 2.0f, 3.0f, 20.0f, 88.0f,
                              100.0f, 104.0f, 1e20f, FLT_MAX, kInf}) {
        x.insert(x.end(), {value, -value});
    }
    return x;
}

// ---- the checks

// Order-preserving number of a 16-bit float, both zeros at 0: differences are distances in ulp.
inline int OrderOf(uint16_t bits) {
    const int magnitude = bits & 0x7FFF;
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// Within 1 ulp (2 within 1e-2 of a zero), correctly rounded in 99.9 % of the cases, and in 99.8 % of those whose result
// is not 0, 1/2 or 1. Rounding the nearest float counts as correct: the arithmetic is that of float, which leaves nothing
// of x (1 + x) / 2 but x / 2 for a small x, halfway between two numbers.
template <typename T>
void Check16Bit(const Activation& activation, DType dtype, const Samples<T>& samples, SimdTarget target) {
    const std::vector<T> z = ValuesOf(activation, dtype, samples.x, target);
    int finite = 0, correct = 0, informative = 0, informative_correct = 0;
    for (size_t i = 0; i < z.size(); ++i) {
        const float value = samples.x[i];
        if (std::isnan(samples.exact[i])) {
            ASSERT_TRUE(std::isnan(float(z[i]))) << "x = " << value << ", z = " << float(z[i]);
            continue;
        }
        const T expected = simd::Convert<T>(samples.exact[i]);
        const int distance = std::abs(OrderOf(z[i].bits()) - OrderOf(expected.bits()));
        ASSERT_LE(distance, IsNearZeroOf(activation, value) ? 2 : 1)
            << "x = " << value << ", z = " << float(z[i]) << ", expected " << float(expected);
        const bool right = distance == 0 || z[i] == T(static_cast<float>(samples.exact[i]));
        const float rounded = expected;
        const bool trivial = rounded == 0.0f || rounded == 0.5f || rounded == 1.0f;
        finite += std::isfinite(value);
        correct += std::isfinite(value) && right;
        informative += !trivial;
        informative_correct += !trivial && right;
    }
    std::printf("%s on %s: %d of %d correctly rounded, %d of %d where the result is not 0, 1/2 or 1\n",
                std::string(base::DTypeName(dtype)).c_str(), NameOf(target).c_str(), correct, finite,
                informative_correct, informative);
    EXPECT_GE(correct, 0.999 * finite);
    EXPECT_GE(informative_correct, 0.998 * informative);
}

template <typename T>
void CheckAll16BitValues(const Activation& activation, DType dtype, SimdTarget target) {
    Check16Bit(activation, dtype, All16BitSamples<T>(activation), target);
}

// Within 2.4e-7 where the function's magnitude is at most 1.2 (or its scale), in proportion beyond; within 2^-16 of the
// true value where that exceeds 1e-30, farther than 1e-2 from a zero. No finite argument gives NaN.
inline void CheckFloat(const Activation& activation, const Samples<float>& samples, SimdTarget target) {
    const std::vector<float> z = ValuesOf(activation, DType::kFloat, samples.x, target);
    double absolute = 0, relative = 0;
    size_t absolute_at = 0, relative_at = 0;
    for (size_t i = 0; i < z.size(); ++i) {
        const double expected = samples.exact[i], size = std::fabs(expected);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(z[i])) << "x = " << samples.x[i] << ", z = " << z[i];
            continue;
        }
        if (z[i] == static_cast<float>(expected)) {
            continue;
        }
        ASSERT_FALSE(std::isnan(z[i])) << "x = " << samples.x[i] << ", expected " << expected;
        ASSERT_TRUE(std::isfinite(expected)) << "x = " << samples.x[i] << ", z = " << z[i];
        const double error = std::fabs(z[i] - expected);
        const double scaled = error / (size > 1.2 * activation.scale ? size : activation.scale);
        if (scaled > absolute) {
            absolute = scaled;
            absolute_at = i;
        }
        if (size > 1e-30 && error > relative * size && !IsNearZeroOf(activation, samples.x[i])) {
            relative = error / size;
            relative_at = i;
        }
    }
    const auto where = [&](size_t i) {
        return "at x = " + std::to_string(samples.x[i]) + ": " + std::to_string(z[i]) + ", expected " +
               std::to_string(samples.exact[i]);
    };
    EXPECT_LE(absolute, 2.4e-7) << where(absolute_at);
    EXPECT_LE(relative, 0x1p-16) << where(relative_at);
    std::printf("%s: largest error %.3g, at %.9g, relative %.3g, at %.9g\n", NameOf(target).c_str(), absolute,
                static_cast<double>(samples.x[absolute_at]), relative,
                static_cast<double>(samples.x[relative_at]));
}

inline void CheckFloatSample(const Activation& activation, SimdTarget target) {
    CheckFloat(activation, Evaluated(activation, FloatArguments(10, 0)), target);
}

}  // namespace aclnn_cpu::test
