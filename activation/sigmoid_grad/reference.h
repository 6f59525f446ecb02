// The derivative of sigmoid from its value y, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::sigmoid_grad {

class Reference {
 public:
    // y (1 - y), rounded to odd; NaN for NaN.
    double operator()(double x) const {
        const test::Real y = x;
        return (y * (test::Real(1) - y)).ToOdd();
    }
};

}  // namespace aclnn_cpu::sigmoid_grad
