// The derivative of GELU's erf form in 128-bit arithmetic: what every implementation is measured against.
#pragma once

#include <mpfr.h>

#include <cmath>

#include "tests/support/round_to_odd.h"

namespace aclnn_cpu::gelu_grad_v2 {

// Where the derivative is 0; tolerances near it are absolute.
inline constexpr double kZeroOfDerivative = -0.7517915246935645;

// Holds the temporaries; one per thread.
class Reference {
 public:
    Reference() {
        mpfr_inits2(kBits, x_, density_, sum_, scale_, root_half_, nullptr);
        mpfr_const_pi(scale_, MPFR_RNDN);
        mpfr_mul_ui(scale_, scale_, 2, MPFR_RNDN);
        mpfr_rec_sqrt(scale_, scale_, MPFR_RNDN);
        mpfr_set_d(root_half_, 0.5, MPFR_RNDN);
        mpfr_sqrt(root_half_, root_half_, MPFR_RNDN);
    }
    ~Reference() {
        mpfr_clears(x_, density_, sum_, scale_, root_half_, nullptr);
        mpfr_free_cache();
    }
    Reference(const Reference&) = delete;
    Reference& operator=(const Reference&) = delete;

    // Phi(x) + x phi(x), truncated to double with any lost bit kept in the last place (round to odd). 1 or 0 (nearly)
    // beyond +-40, NaN for NaN.
    double operator()(double x) {
        if (std::isnan(x)) {
            return x;
        }
        mpfr_set_d(x_, std::fmin(std::fmax(x, -40.0), 40.0), MPFR_RNDN);
        mpfr_sqr(density_, x_, MPFR_RNDN);
        mpfr_div_si(density_, density_, -2, MPFR_RNDN);
        mpfr_exp(density_, density_, MPFR_RNDN);
        mpfr_mul(density_, density_, scale_, MPFR_RNDN);
        mpfr_mul(sum_, x_, root_half_, MPFR_RNDN);
        mpfr_neg(sum_, sum_, MPFR_RNDN);
        mpfr_erfc(sum_, sum_, MPFR_RNDN);
        mpfr_div_ui(sum_, sum_, 2, MPFR_RNDN);
        mpfr_fma(sum_, x_, density_, sum_, MPFR_RNDN);
        return test::RoundToOdd(sum_);
    }

 private:
    static constexpr mpfr_prec_t kBits = 128;
    mpfr_t x_, density_, sum_, scale_, root_half_;
};

}  // namespace aclnn_cpu::gelu_grad_v2
