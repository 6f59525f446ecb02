// x, or x times a slope where x is not positive: in double, which holds the product.
#pragma once

#include <cmath>

namespace aclnn_cpu::leaky_relu {

class Reference {
 public:
    explicit Reference(const float* attributes) : slope_(attributes[0]) {}

    // NaN for NaN; where the slope is 0, -0 for -inf.
    double operator()(double x) const {
        if (x > 0) {
            return x;
        }
        return slope_ == 0 && std::isinf(x) ? -0.0 : slope_ * x;
    }

 private:
    double slope_;
};

}  // namespace aclnn_cpu::leaky_relu
