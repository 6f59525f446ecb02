// The logarithm of the logistic function in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::log_sigmoid {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (x == -INFINITY) {
            return x;
        }
        const Real e = Exp(-Real(std::fabs(x)));
        return (x < 0 ? Real(x) - Log1p(e) : -Log1p(e)).ToOdd();
    }
};

}  // namespace aclnn_cpu::log_sigmoid
