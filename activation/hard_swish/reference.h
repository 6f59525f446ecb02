// x, 0 or x (x + 3) / 6, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::hard_swish {

class Reference {
 public:
    // Rounded to odd; 0 at -3, NaN for NaN.
    double operator()(double x) const {
        if (x >= 3) {
            return x;
        }
        return x <= -3 ? 0 : (test::Real(x) * (test::Real(x) + 3) / 6).ToOdd();
    }
};

}  // namespace aclnn_cpu::hard_swish
