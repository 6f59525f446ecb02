// Mish's derivative in 160-bit arithmetic: what every implementation is measured against.
#pragma once

#include <cmath>

#include "tests/support/real.h"

namespace aclnn_cpu::mish_grad {

class Reference {
 public:
    // Rounded to odd; NaN for NaN, limits at infinity.
    double operator()(double x) const {
        using test::Real;
        if (std::isinf(x)) {
            return x > 0 ? 1 : 0;
        }
        // The hyperbolic tangent t of log(1 + exp(x)), and 1 - t^2.
        const Real n = Exp(Real(std::fmin(x, 1000.0)));
        const Real m = n * (n + Real(2)), sum = m + Real(2);
        const Real t = m / sum, rest = Real(4) * (m + Real(1)) / (sum * sum);
        return std::isnan(x) ? x : (t + Real(x) * Sigmoid(Real(x)) * rest).ToOdd();
    }
};

}  // namespace aclnn_cpu::mish_grad
