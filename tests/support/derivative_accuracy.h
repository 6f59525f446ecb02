// The accuracy that every derivative of an activation is held to, against a reference of high precision.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

struct Derivative {
    simd::NativeKernel kernel;          // (dy, x) -> dy * derivative(x)
    std::function<Exact()> make_exact;  // one per thread
    double zero;                        // where the derivative is 0; tolerances near it are absolute
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

// What holds for any derivative that is 1/2 at 0, 1 far above and 0 far below: exactly, times any gradient.
inline void CheckLimitsOfStep(const Derivative& derivative, SimdTarget target) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const std::vector<float> x = {0.0f,   -0.0f,  40.0f,    1e20f, FLT_MAX,  kInf,
                                  -40.0f, -1e20f, -FLT_MAX, -kInf, 0x1p-149f};
    const std::vector<float> expected = {0.5f, 0.5f, 1, 1, 1, 1, 0, 0, 0, 0, 0.5f};
    for (const float dy : {1.0f, -3.25f, 1e-30f, 1e30f, 0x1p-126f}) {
        const std::vector<float> z =
            RunDense(derivative.kernel, DType::kFloat, std::vector<float>(x.size(), dy), x, 1, target);
        for (size_t i = 0; i < x.size(); ++i) {
            EXPECT_EQ(z[i], expected[i] * dy) << "x = " << x[i] << ", dy = " << dy;
        }
    }
}

// Order-preserving number of a 16-bit float, both zeros at 0: differences are distances in ulp.
inline int OrderOf(uint16_t bits) {
    const int magnitude = bits & 0x7FFF;
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// Every value of x: within 1 ulp (2 within 1e-2 of the zero), correctly rounded in 99.9 % of the cases, and in 99.8 %
// of those whose result is not 0, 1/2 or 1.
template <typename T>
void CheckAll16BitValues(const Derivative& derivative, DType dtype, SimdTarget target) {
    std::vector<T> x(65536);
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        x[bits] = T::FromBits(static_cast<uint16_t>(bits));
    }
    const std::vector<T> z = RunDense(derivative.kernel, dtype, std::vector<T>(65536, T(1.0f)), x, 1, target);
    const Exact reference = derivative.make_exact();
    int finite = 0, correct = 0, informative = 0, informative_correct = 0;
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        const float value = x[bits];
        if (std::isnan(value)) {
            ASSERT_TRUE(std::isnan(float(z[bits]))) << std::hex << bits;
            continue;
        }
        const T expected = simd::Convert<T>(reference(value));
        const int distance = std::abs(OrderOf(z[bits].bits()) - OrderOf(expected.bits()));
        const int allowed = std::fabs(value - derivative.zero) < 1e-2 ? 2 : 1;
        ASSERT_LE(distance, allowed) << "x = " << value << ", z = " << float(z[bits]) << ", expected "
                                     << float(expected);
        const float rounded = expected;
        const bool trivial = rounded == 0.0f || rounded == 0.5f || rounded == 1.0f;
        finite += std::isfinite(value);
        correct += std::isfinite(value) && distance == 0;
        informative += !trivial;
        informative_correct += !trivial && distance == 0;
    }
    std::printf("%s on %s: %d of %d correctly rounded, %d of %d where the result is not 0, 1/2 or 1\n",
                std::string(base::DTypeName(dtype)).c_str(), NameOf(target).c_str(), correct, finite,
                informative_correct, informative);
    EXPECT_GE(correct, 0.999 * finite);
    EXPECT_GE(informative_correct, 0.998 * informative);
    EXPECT_GT(informative, 1000);
}

// ---- float: one pseudo-random value out of every 1024 consecutive bit patterns (a stratum)

struct SampleErrors {
    double absolute = 0;
    double relative = 0;
    float absolute_at = 0;
    float relative_at = 0;
};

inline SampleErrors MeasureSample(const Derivative& derivative, uint32_t first_stratum, uint32_t last_stratum,
                                  SimdTarget target) {
    SampleErrors errors;
    const Exact reference = derivative.make_exact();
    std::vector<float> x;
    uint32_t random = first_stratum * 2654435761u + 12345u;
    for (uint32_t stratum = first_stratum; stratum < last_stratum; ++stratum) {
        random = random * 1664525u + 1013904223u;
        const float value = std::bit_cast<float>(stratum << 10 | random >> 22);
        if (!std::isnan(value)) {
            x.push_back(value);
        }
    }
    const std::vector<float> z =
        RunDense(derivative.kernel, DType::kFloat, std::vector<float>(x.size(), 1.0f), x, 1, target);
    for (size_t i = 0; i < x.size(); ++i) {
        const double expected = reference(x[i]);
        const double error = std::fabs(z[i] - expected);
        if (!(error <= errors.absolute)) {
            errors.absolute = error;
            errors.absolute_at = x[i];
        }
        const bool bound = std::fabs(expected) > 1e-30 && std::fabs(x[i] - derivative.zero) > 1e-2;
        if (bound && error > errors.relative * std::fabs(expected)) {
            errors.relative = error / std::fabs(expected);
            errors.relative_at = x[i];
        }
    }
    return errors;
}

// Within 2.4e-7, and within 2^-16 of the true value where that exceeds 1e-30, farther than 1e-2 from the zero.
inline void CheckStrata(const Derivative& derivative, uint32_t from, uint32_t to, SimdTarget target) {
    constexpr uint32_t kPieces = 64;
    std::array<SampleErrors, 2> halves;
    const auto work = [&](uint32_t half) {
        for (uint32_t piece = half; piece < kPieces; piece += 2) {
            const uint32_t step = (to - from) / kPieces;
            const SampleErrors errors =
                MeasureSample(derivative, from + piece * step, from + (piece + 1) * step, target);
            if (!(errors.absolute <= halves[half].absolute)) {
                halves[half].absolute = errors.absolute;
                halves[half].absolute_at = errors.absolute_at;
            }
            if (errors.relative > halves[half].relative) {
                halves[half].relative = errors.relative;
                halves[half].relative_at = errors.relative_at;
            }
        }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    for (const SampleErrors& errors : halves) {
        EXPECT_LE(errors.absolute, 2.4e-7) << "at x = " << errors.absolute_at;
        EXPECT_LE(errors.relative, 0x1p-16) << "at x = " << errors.relative_at;
    }
    std::printf("%s: largest error %.3g absolute, %.3g relative\n", NameOf(target).c_str(),
                std::max(halves[0].absolute, halves[1].absolute),
                std::max(halves[0].relative, halves[1].relative));
}

inline void CheckFloatSample(const Derivative& derivative, SimdTarget target) {
    CheckStrata(derivative, 0, 1u << 22, target);
}

// The strata between 2^-24 and 16 in magnitude are where the function does anything; there every target
// is measured.
inline void CheckFloatSampleWhereItMoves(const Derivative& derivative, SimdTarget target) {
    constexpr uint32_t kFrom = 103u << 13,
                       kTo = 131u << 13;  // exponents of 2^-24 and 2^4, 2^13 strata to each
    constexpr uint32_t kSign = 1u << 21;
    CheckStrata(derivative, kFrom, kTo, target);
    CheckStrata(derivative, kSign | kFrom, kSign | kTo, target);
}

}  // namespace aclnn_cpu::test
