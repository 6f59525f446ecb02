// Swish's derivative in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::swish_grad {

class Reference {
 public:
    // beta
    explicit Reference(const float* attributes) : beta_(static_cast<double>(attributes[0])) {}

    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (std::isinf(x) && beta_ != 0) {
            return (x > 0) == (beta_ > 0) ? 1 : 0;
        }
        const Real t = std::isinf(x) ? Real(0) : Real(beta_) * Real(x);
        return (Sigmoid(t) * (Real(1) + t * Sigmoid(-t))).ToOdd();
    }

 private:
    double beta_;
};

}  // namespace aclnn_cpu::swish_grad
