// GELU's tanh form in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::gelu {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (x == -INFINITY) {
            return -0.0;
        }
        const Real k1 = Sqrt(Real(8) / Real::Pi());
        const Real u = k1 * Real(x) * (Real(1) + Real::Ratio(44715, 1000000) * Real(x) * Real(x));
        return (Real(x) * Sigmoid(u)).ToOdd();
    }
};

}  // namespace aclnn_cpu::gelu
