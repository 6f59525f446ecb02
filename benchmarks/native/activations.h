// The rows of activations.inc as values.
#pragma once

#include <array>
#include <span>
#include <string>

#include "simd/native_call.h"

namespace aclnn_cpu::benchmarks {

// How much of it is measured: see activations.inc.
enum class Extent { kWhole, kBrief };

struct Activation {
    std::string name;
    simd::NativeKernel native;
    std::array<float, simd::kMaxAttributes> attributes;
    long double (*derivative)(long double x);  // within 1e-17 where it is not tiny; NaN for NaN
    double flops;
    Extent extent;
};

// In the order of the reports; the first is the one whose aclnn call is measured.
std::span<const Activation> Activations();

}  // namespace aclnn_cpu::benchmarks
