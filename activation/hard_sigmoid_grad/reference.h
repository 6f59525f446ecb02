// The derivative of hard_sigmoid, its piece chosen in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::hard_sigmoid_grad {

class Reference {
 public:
    explicit Reference(const float* attributes) : alpha_(attributes[0]), beta_(attributes[1]) {}

    // alpha where 0 < alpha x + beta < 1, otherwise 0, also at NaN.
    double operator()(double x) const {
        const test::Real line = test::Real(alpha_) * x + beta_;
        return line > 0 && line < 1 ? alpha_ : 0;
    }

 private:
    double alpha_, beta_;
};

}  // namespace aclnn_cpu::hard_sigmoid_grad
