// FastGELU's derivative in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::fast_gelu_grad {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (std::isinf(x)) {
            return x > 0 ? 1 : 0;
        }
        const Real t = Real::Ratio(1702, 1000) * Real(x);
        return (Sigmoid(t) * (Real(1) + t * Sigmoid(-t))).ToOdd();
    }
};

}  // namespace aclnn_cpu::fast_gelu_grad
