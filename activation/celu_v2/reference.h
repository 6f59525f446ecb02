// The continuously differentiable exponential linear unit in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::celu_v2 {

class Reference {
 public:
    explicit Reference(const float* attributes) : alpha_(attributes[0]) {}

    // x where x > 0, alpha (exp(x / alpha) - 1) elsewhere, rounded to odd; NaN for NaN.
    double operator()(double x) const { return x > 0 ? x : (alpha_ * Expm1(x / alpha_)).ToOdd(); }

 private:
    const test::Real alpha_;
};

}  // namespace aclnn_cpu::celu_v2
