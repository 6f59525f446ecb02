// x moved towards 0 by lambd, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::softshrink {

class Reference {
 public:
    explicit Reference(const float* attributes) : lambd_(attributes[0]) {}

    // Rounded to odd; 0 at +-lambd and at NaN.
    double operator()(double x) const {
        if (x > lambd_) {
            return (test::Real(x) - lambd_).ToOdd();
        }
        return x < -lambd_ ? (test::Real(x) + lambd_).ToOdd() : 0;
    }

 private:
    double lambd_;
};

}  // namespace aclnn_cpu::softshrink
