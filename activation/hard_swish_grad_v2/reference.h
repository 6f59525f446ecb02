// The derivative of hard_swish with its kinks on the outer pieces, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::hard_swish_grad_v2 {

class Reference {
 public:
    // Rounded to odd; 0 at -3, 1 at 3, NaN for NaN.
    double operator()(double x) const {
        if (x <= -3) {
            return 0;
        }
        return x >= 3 ? 1 : (test::Real(x) / 3 + 0.5).ToOdd();
    }
};

}  // namespace aclnn_cpu::hard_swish_grad_v2
