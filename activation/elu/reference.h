// The exponential linear unit in 160 bits.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::elu {

class Reference {
 public:
    explicit Reference(const float* attributes)
        : alpha_(attributes[0]), scale_(attributes[1]), input_scale_(attributes[2]) {}

    // scale x where x > 0, alpha scale (exp(input_scale x) - 1) elsewhere, rounded to odd; NaN for NaN.
    double operator()(double x) const {
        if (x > 0) {
            return (scale_ * x).ToOdd();
        }
        const bool flat = !(input_scale_ < 0) && !(input_scale_ > 0);
        const double bounded = flat && std::isinf(x) ? -1 : x;  // the limit, not 0 * inf
        return (alpha_ * scale_ * Expm1(input_scale_ * bounded)).ToOdd();
    }

 private:
    const test::Real alpha_, scale_, input_scale_;
};

}  // namespace aclnn_cpu::elu
