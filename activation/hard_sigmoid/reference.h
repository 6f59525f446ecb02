// alpha x + beta cut off below 0 and above 1, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::hard_sigmoid {

class Reference {
 public:
    explicit Reference(const float* attributes) : alpha_(attributes[0]), beta_(attributes[1]) {}

    // Rounded to odd; NaN for NaN.
    double operator()(double x) const {
        if (alpha_ == 0 && x == x) {
            x = 0;  // infinities: the limit
        }
        const test::Real line = test::Real(alpha_) * x + beta_;
        if (line < 0) {
            return 0;
        }
        return line > 1 ? 1 : line.ToOdd();
    }

 private:
    double alpha_, beta_;
};

}  // namespace aclnn_cpu::hard_sigmoid
