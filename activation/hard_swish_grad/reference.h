// The derivative of hard_swish with its kinks on the middle piece, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::hard_swish_grad {

class Reference {
 public:
    // Rounded to odd; -1/2 at -3, 3/2 at 3, NaN for NaN.
    double operator()(double x) const {
        if (x < -3) {
            return 0;
        }
        return x > 3 ? 1 : (test::Real(x) / 3 + 0.5).ToOdd();
    }
};

}  // namespace aclnn_cpu::hard_swish_grad
