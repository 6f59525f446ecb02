// The derivative of GELU's tanh form in 128-bit arithmetic: what every implementation is measured against.
#pragma once

#include <mpfr.h>

#include <cmath>

#include "tests/support/round_to_odd.h"

namespace aclnn_cpu::gelu_grad {

// Where the derivative is 0; tolerances near it are absolute.
inline constexpr double kZeroOfDerivative = -0.7524614220710162;

// Holds the temporaries; one per thread.
class Reference {
 public:
    Reference() {
        mpfr_inits2(kBits, k1_, k3_, x_, square_, u_, e_, t_, s_, slope_, nullptr);
        // k1 = 2 sqrt(2/pi), k3 = 0.044715 k1
        mpfr_const_pi(k1_, MPFR_RNDN);
        mpfr_ui_div(k1_, 8, k1_, MPFR_RNDN);
        mpfr_sqrt(k1_, k1_, MPFR_RNDN);
        mpfr_mul_ui(k3_, k1_, 44715, MPFR_RNDN);
        mpfr_div_ui(k3_, k3_, 1000000, MPFR_RNDN);
    }
    ~Reference() {
        mpfr_clears(k1_, k3_, x_, square_, u_, e_, t_, s_, slope_, nullptr);
        mpfr_free_cache();  // pi and the like, kept per thread
    }
    Reference(const Reference&) = delete;
    Reference& operator=(const Reference&) = delete;

    // d gelu / dx at x, truncated to double with any lost bit kept in the last place (round to odd): rounding
    // it to a narrower format rounds the true value. 1 or 0 (nearly) beyond +-40, NaN for NaN.
    double operator()(double x) {
        if (std::isnan(x)) {
            return x;
        }
        mpfr_set_d(x_, std::fmin(std::fmax(x, -40.0), 40.0), MPFR_RNDN);
        mpfr_sqr(square_, x_, MPFR_RNDN);
        mpfr_fma(u_, square_, k3_, k1_, MPFR_RNDN);  // u / x
        mpfr_mul_ui(slope_, square_, 3, MPFR_RNDN);
        mpfr_fma(slope_, slope_, k3_, k1_, MPFR_RNDN);
        mpfr_mul(slope_, slope_, x_, MPFR_RNDN);
        mpfr_mul(u_, u_, x_, MPFR_RNDN);
        mpfr_abs(u_, u_, MPFR_RNDN);
        mpfr_neg(u_, u_, MPFR_RNDN);
        mpfr_exp(e_, u_, MPFR_RNDN);
        mpfr_add_ui(t_, e_, 1, MPFR_RNDN);
        mpfr_ui_div(t_, 1, t_, MPFR_RNDN);
        mpfr_mul(e_, e_, t_, MPFR_RNDN);
        mpfr_set(s_, x < 0 ? e_ : t_, MPFR_RNDN);
        mpfr_mul(t_, t_, e_, MPFR_RNDN);  // s (1 - s)
        mpfr_fma(s_, slope_, t_, s_, MPFR_RNDN);
        return test::RoundToOdd(s_);
    }

 private:
    static constexpr mpfr_prec_t kBits = 128;
    mpfr_t k1_, k3_, x_, square_, u_, e_, t_, s_, slope_;
};

}  // namespace aclnn_cpu::gelu_grad
