// The rows of activations.inc as values.
#pragma once

#include <span>
#include <string>

#include "simd/native_call.h"

namespace aclnn_cpu::benchmarks {

struct Activation {
    std::string name;
    simd::NativeKernel native;
    long double (*derivative)(long double x);  // within 1e-17 where it is not tiny; NaN for NaN
    double flops;
};

// In the order of the reports; the first is the one whose aclnn call is measured.
std::span<const Activation> Activations();

}  // namespace aclnn_cpu::benchmarks
