// The derivative of elu, from its argument or its value, in 160 bits.
#pragma once

#include "tests/support/real.h"

namespace aclnn_cpu::elu_grad_v2 {

class Reference {
 public:
    explicit Reference(const float* attributes)
        : alpha_(attributes[0]),
          scale_(attributes[1]),
          input_scale_(attributes[2]),
          is_result_(attributes[3] != 0) {}

    // scale where x > 0; elsewhere input_scale (x + alpha scale) of a result, input_scale alpha scale
    // exp(input_scale x) of an argument; rounded to odd; NaN for NaN.
    double operator()(double x) const {
        if (x > 0) {
            return scale_.ToOdd();
        }
        const test::Real slope = alpha_ * scale_;
        if (is_result_) {
            return (input_scale_ * (slope + x)).ToOdd();
        }
        return (input_scale_ * slope * Exp(input_scale_ * x)).ToOdd();
    }

 private:
    const test::Real alpha_, scale_, input_scale_;
    const bool is_result_;
};

}  // namespace aclnn_cpu::elu_grad_v2
