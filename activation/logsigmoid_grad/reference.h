// The derivative of the logarithm of the logistic function in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::logsigmoid_grad {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const { return Sigmoid(-test::Real(x)).ToOdd(); }
};

}  // namespace aclnn_cpu::logsigmoid_grad
