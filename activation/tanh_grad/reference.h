// The derivative of tanh from its value y, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::tanh_grad {

class Reference {
 public:
    // 1 - y^2, rounded to odd; NaN for NaN.
    double operator()(double x) const {
        const test::Real y = x;
        return ((test::Real(1) - y) * (test::Real(1) + y)).ToOdd();
    }
};

}  // namespace aclnn_cpu::tanh_grad
