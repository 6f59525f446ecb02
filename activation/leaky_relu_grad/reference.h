// 1, or a slope where x is not positive.
#pragma once

namespace aclnn_cpu::leaky_relu_grad {

class Reference {
 public:
    explicit Reference(const float* attributes) : slope_(attributes[0]) {}

    // The slope at both zeros, NaN for NaN.
    double operator()(double x) const {
        if (x > 0) {
            return 1;
        }
        return x <= 0 ? slope_ : x;
    }

 private:
    double slope_;
};

}  // namespace aclnn_cpu::leaky_relu_grad
