// Numbers of 160 bits with the usual operators, for references that read like the formula they stand for.
#pragma once

#include <mpfr.h>

#include "tests/support/round_to_odd.h"

namespace aclnn_cpu::test {

class Real {
 public:
    Real(double value = 0) : Real(Zero()) { mpfr_set_d(value_, value, MPFR_RNDN); }
    Real(const Real& other) : Real(Zero()) { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Real& operator=(const Real& other) {
        mpfr_set(value_, other.value_, MPFR_RNDN);
        return *this;
    }

    // Rounding the double to a narrower format rounds this number.
    double ToOdd() const { return RoundToOdd(value_); }
    bool IsNegative() const { return mpfr_signbit(value_) != 0; }

    friend Real operator-(const Real& a) { return Unary(mpfr_neg, a); }
    friend Real operator+(const Real& a, const Real& b) { return Binary(mpfr_add, a, b); }
    friend Real operator-(const Real& a, const Real& b) { return Binary(mpfr_sub, a, b); }
    friend Real operator*(const Real& a, const Real& b) { return Binary(mpfr_mul, a, b); }
    friend Real operator/(const Real& a, const Real& b) { return Binary(mpfr_div, a, b); }
    friend bool operator<(const Real& a, const Real& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
    friend bool operator>(const Real& a, const Real& b) { return b < a; }
    friend Real Exp(const Real& a) { return Unary(mpfr_exp, a); }
    friend Real Expm1(const Real& a) { return Unary(mpfr_expm1, a); }
    friend Real Log1p(const Real& a) { return Unary(mpfr_log1p, a); }
    friend Real Sqrt(const Real& a) { return Unary(mpfr_sqrt, a); }
    friend Real Tanh(const Real& a) { return Unary(mpfr_tanh, a); }
    friend Real Erfc(const Real& a) { return Unary(mpfr_erfc, a); }
    static Real Pi() {
        Real result;
        mpfr_const_pi(result.value_, MPFR_RNDN);
        return result;
    }
    static Real FromDecimal(const char* digits) {
        Real result;
        mpfr_set_str(result.value_, digits, 10, MPFR_RNDN);
        return result;
    }
    // a / b, for constants that are decimal fractions.
    static Real Ratio(double a, double b) { return Real(a) / Real(b); }

 private:
    static constexpr mpfr_prec_t kBits = 160;
    static constexpr size_t kLimbs = (kBits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
    struct Zero {};

    explicit Real(Zero) { mpfr_custom_init_set(value_, MPFR_ZERO_KIND, 0, kBits, limbs_); }

    template <class F>
    static Real Unary(F f, const Real& a) {
        Real result{Zero()};
        f(result.value_, a.value_, MPFR_RNDN);
        return result;
    }
    template <class F>
    static Real Binary(F f, const Real& a, const Real& b) {
        Real result{Zero()};
        f(result.value_, a.value_, b.value_, MPFR_RNDN);
        return result;
    }

    mp_limb_t limbs_[kLimbs] = {};  // the digits of value_: no allocation
    mpfr_t value_;
};

// 1 / (1 + exp(-x)), without cancellation on either side.
inline Real Sigmoid(const Real& x) { return Real(1) / (Real(1) + Exp(-x)); }

}  // namespace aclnn_cpu::test
