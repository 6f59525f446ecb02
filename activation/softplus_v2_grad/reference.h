// Softplus' derivative in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::softplus_v2_grad {

class Reference {
 public:
    // beta, threshold
    explicit Reference(const float* attributes)
        : beta_(static_cast<double>(attributes[0])), threshold_(static_cast<double>(attributes[1])) {}

    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        const Real t = Real(beta_) * Real(x);
        return t > Real(threshold_) ? 1 : Sigmoid(t).ToOdd();
    }

 private:
    double beta_, threshold_;
};

}  // namespace aclnn_cpu::softplus_v2_grad
