// Swish in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::swish {

class Reference {
 public:
    // beta
    explicit Reference(const float* attributes) : beta_(static_cast<double>(attributes[0])) {}

    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (std::isinf(x)) {
            return beta_ == 0 || (x > 0) == (beta_ > 0) ? x : 0;
        }
        return (Real(x) * Sigmoid(Real(beta_) * Real(x))).ToOdd();
    }

 private:
    double beta_;
};

}  // namespace aclnn_cpu::swish
