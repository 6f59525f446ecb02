// Mish in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::mish {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (x == -INFINITY) {
            return -0.0;
        }
        return (Real(x) * Tanh(Log1p(Exp(Real(x))))).ToOdd();
    }
};

}  // namespace aclnn_cpu::mish
