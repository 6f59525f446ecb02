// The scaled exponential linear unit in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::selu {

class Reference {
 public:
    // scale x where x > 0, scale alpha (exp(x) - 1) elsewhere, rounded to odd; NaN for NaN.
    double operator()(double x) const {
        return (x > 0 ? scale_ * x : scale_ * alpha_ * Expm1(test::Real(x))).ToOdd();
    }

 private:
    const test::Real scale_ = test::Real::FromDecimal("1.0507009873554804934193349852946");
    const test::Real alpha_ = test::Real::FromDecimal("1.6732632423543772848170429916717");
};

}  // namespace aclnn_cpu::selu
