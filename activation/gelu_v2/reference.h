// GELU's erf form in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::gelu_v2 {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (x == -INFINITY) {
            return -0.0;
        }
        return (Real(x) * Erfc(-Real(x) * Sqrt(Real(0.5))) / Real(2)).ToOdd();
    }
};

}  // namespace aclnn_cpu::gelu_v2
