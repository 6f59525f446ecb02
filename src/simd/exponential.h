// The exponential and what is made of it, over one vector of float (per_vector.h). Included once per target (see
// elementwise_kernel.cpp). Every result is the same on all targets with fused multiply-add.
//
//   Exp, Expm1 (d, x)             any x: 0, -1 and infinity where that is what rounding gives; NaN stays NaN
//   ScaledExp(d, p, factor)       factor exp(p), p a product that is not rounded (ProductOf); ScaledExpm1
//   ExpOfNegated(d, a)            exp(-a), a >= 0
//   SlopedExp, .OfNegated(d, a)   exp(-|slope| a), the slope an attribute
//   Log1pOfFraction(d, y)         log(1 + y), 0 <= y <= 1
//   Logistic(d, e, sign)          1 / (1 + exp(-t)) from e = exp(-|t|), and LogisticProduct, x times that
#if defined(ACLNN_SIMD_EXPONENTIAL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_EXPONENTIAL_H_
#undef ACLNN_SIMD_EXPONENTIAL_H_
#else
#define ACLNN_SIMD_EXPONENTIAL_H_
#endif

#include <cfloat>
#include <cmath>
#include <limits>

#include <hwy/highway.h>

#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr float kLog2OfE = 0x1.715476p+0f;
// exp(-a) and its product with any a that float holds round to 0 from here on.
inline constexpr float kVanishing = 110.0f;
// The same in powers of two: what Exp2OfProduct<32> still takes.
inline constexpr float kVanishingPower = 159.0f;

// Two powers of two that multiply to 2^n are normal numbers up to here.
inline constexpr float kMostExponent = 174.0f;

// Rounded to a float, the largest for what is larger: of a factor that will meet 0. NaN stays NaN.
inline float Finite(double value) {
    constexpr double kMost = FLT_MAX;
    return static_cast<float>(value > kMost ? kMost : value < -kMost ? -kMost : value);
}

// How 2^n becomes two factors: in halves; or, where n >= -126, in halves above 1 and 2^n times 1 below: exp(x) - 1 is
// then no larger on the way than it is in the end.
enum class Splitting { kInHalves, kNotBelowOne };

// x, and what exp(x) - 1 is made of: x = n ln 2 + r with |r| <= 0.35, exp(r) = 1 + less, 2^n in two factors.
template <class V>
struct Exponential {
    V less;
    V first, second;
    V one_over_second;
};

// Of x + lost; `lost` is what may follow: less than a unit in x's last place. Domain: -kMostExponent <= x <=
// kMostExponent, or NaN. The largest relative error of `less` is 1.5e-7, and it is x where that is tiny.
// (exp(r) - 1 - r) / r^2 is a polynomial of degree 4, minimax in the relative error of exp(r) - 1 (1.8e-8), fitted with
// scripts/fit_pieces.py's minimax; ln 2 comes in two parts, of which the first has 9 bits.
template <Splitting kSplitting = Splitting::kInHalves, class D, class V, class... Lost>
HWY_INLINE Exponential<V> ExponentialOf(D d, V x, Lost... lost) {
    const hn::RebindToSigned<D> di;
    const V magic = Set(d, 0x1.8p23f);  // adding it leaves the nearest integer in the low bits
    const V shifted = MulAdd(x, Set(d, kLog2OfE), magic);
    const V n = Sub(shifted, magic);
    V r = MulAdd(n, Set(d, -0x1.63p-1f), x);
    r = MulAdd(n, Set(d, 0x1.bd0106p-13f), r);
    ((r = Add(r, lost)), ...);
    V q = MulAdd(Set(d, 0x1.6d99d6p-10f), r, Set(d, 0x1.122818p-7f));
    q = MulAdd(q, r, Set(d, 0x1.555486p-5f));
    q = MulAdd(q, r, Set(d, 0x1.5554bp-3f));
    q = MulAdd(q, r, Set(d, 0.5f));
    const V less = MulAdd(Mul(r, r), q, r);
    const auto power = hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, magic));
    auto half = hn::ShiftRight<1>(power);
    if constexpr (kSplitting == Splitting::kNotBelowOne) {
        half = hn::Min(half, power);
    }
    const auto rest = hn::Sub(power, half);
    const auto bias = hn::Set(di, 127);
    return {less, hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(half, bias))),
            hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(rest, bias))),
            hn::BitCast(d, hn::ShiftLeft<23>(hn::Sub(bias, rest)))};
}

// Largest relative error 2e-7 where the result is normal; subnormal results within 1 unit.
template <class D, class V>
HWY_INLINE V Exp(D d, V x) {
    const Exponential<V> e = ExponentialOf(d, MaxKeepNan(d, MinKeepNan(d, x, 89.0f), -104.0f));
    return Mul(MulAdd(e.less, e.first, e.first), e.second);
}

// exp(x) - 1. Largest relative error 2.5e-7, also near 0, where it is x itself: signed zeros and subnormal numbers stay
// what they are.
template <class D, class V>
HWY_INLINE V Expm1(D d, V x) {
    const Exponential<V> e = ExponentialOf(d, MaxKeepNan(d, MinKeepNan(d, x, 89.0f), -20.0f));
    return hn::CopySign(Mul(MulAdd(e.less, e.first, Sub(e.first, e.one_over_second)), e.second), x);
}

// A product as an exponent: rounded, that within the domain of ExponentialOf, and what rounding lost.
template <class V>
struct ExactProduct {
    V rounded, within, lost;
};

// `lost` of what is within the domain; 0 elsewhere, where it may be anything.
template <class D, class V, class Lost>
HWY_INLINE ExactProduct<V> WithLost(D d, V rounded, Lost lost) {
    const V within = MaxKeepNan(d, MinKeepNan(d, rounded, kMostExponent), -kMostExponent);
    return {rounded, within, hn::IfThenElseZero(hn::Eq(within, rounded), lost(within))};
}

// a * b + offset, the offset -0 or minus infinity. NaN where a * b is.
template <class D, class V>
HWY_INLINE ExactProduct<V> ProductOf(D d, V a, V b, V offset) {
    const V rounded = MulAdd(a, b, offset);
    return WithLost(d, rounded, [&](V within) HWY_ATTR { return ProductLess(d, a, b, within); });
}

// The same of a / b; `inverse` is 1 / b, rounded, and finite.
template <class D, class V>
HWY_INLINE ExactProduct<V> QuotientOf(D d, V a, V b, V inverse) {
    return WithLost(d, Div(a, b),
                    [&](V within) HWY_ATTR { return Mul(hn::Neg(ProductLess(d, within, b, a)), inverse); });
}

// `power`, or infinity where the exponent was above the domain.
template <class D, class V>
HWY_INLINE V OrInfinity(D d, const ExactProduct<V>& p, V power) {
    return hn::IfThenElse(hn::Gt(p.rounded, Set(d, kMostExponent)),
                          Set(d, std::numeric_limits<float>::infinity()), power);
}

// factor * exp(p); nothing overflows or underflows on the way that does not in the end. Largest relative error 3e-7 where
// the result is normal and the factor between 1e-37 and 1e30. The factor is finite and not 0.
template <class D, class V>
HWY_INLINE V ScaledExp(D d, const ExactProduct<V>& p, V factor) {
    const Exponential<V> e = ExponentialOf(d, p.within, p.lost);
    const V second =
        hn::IfThenZeroElse(hn::Lt(p.rounded, Set(d, -kMostExponent)), OrInfinity(d, p, e.second));
    return Mul(Mul(MulAdd(e.less, e.first, e.first), factor), second);
}

// factor * (exp(p) - 1), likewise; the factor may be 0 where p is at most kMostExponent. p times the factor where p is
// tiny, also in the sign of 0.
template <class D, class V>
HWY_INLINE V ScaledExpm1(D d, const ExactProduct<V>& p, V factor) {
    const Exponential<V> e =
        ExponentialOf<Splitting::kNotBelowOne>(d, MaxKeepNan(d, p.within, -20.0f), p.lost);
    const V first = MulAdd(e.less, e.first, Sub(e.first, e.one_over_second));
    return Mul(Mul(hn::CopySign(first, p.rounded), factor), OrInfinity(d, p, e.second));
}

// 2^(a * b), -kVanishingPower <= a * b <= 0 or NaN: Exp2OfProduct, down to the smallest subnormal number and 0.
template <class D, class V, class... Rest>
HWY_INLINE V GradualExp2OfProduct(D d, V a, V b, Rest... rest) {
    return Mul(Exp2OfProduct<32>(d, a, b, rest...), Set(d, 0x1p-32f));
}

// Largest relative error 2.5e-7 + a 1.4e-8, where it is normal; subnormal results within 1 unit. 1 at 0.
template <class D, class V>
HWY_INLINE V ExpOfNegated(D d, V a) {
    return GradualExp2OfProduct(d, MinKeepNan(d, a, kVanishing), Set(d, -kLog2OfE));
}

// exp(-|slope| a) for a >= 0. NaN where a or the slope is NaN; where the product would be infinite times 0, it is 0.
struct SlopedExp {
    explicit SlopedExp(float slope)
        : sign(std::signbit(slope) ? -0.0f : 0.0f),
          rate(Finite(std::fabs(slope) * kLog2OfE)),
          rest(RestOf(slope, rate)),
          limit(Finite(kVanishingPower / rate)),
          vanishes(slope == 0 ? std::numeric_limits<float>::infinity() : FLT_MAX) {}

    // Largest relative error 2.5e-7 where it is normal; subnormal results within 1 unit.
    template <class D, class V>
    HWY_INLINE V OfNegated(D d, V a) const {
        return GradualExp2OfProduct(d, MinKeepNan(d, a, limit), Set(d, -rate), Set(d, -rest));
    }

    // Something whose sign is that of slope * x.
    template <class D, class V>
    HWY_INLINE V Sloped(D d, V x) const {
        return hn::Xor(x, Set(d, sign));
    }

    float sign;
    float rate;      // |slope| / ln 2, rounded
    float rest;      // what rounding took from it
    float limit;     // exp(-|slope| a) rounds to 0 from here on
    float vanishes;  // for a above it, so does a exp(-|slope| a): infinity, or nothing of slope 0

 private:
    // 0 where it would be subnormal, or is of no number.
    static float RestOf(float slope, float rate) {
        constexpr double kLog2OfEExactly = 0x1.71547652b82fep+0;
        const double rest =
            std::fabs(static_cast<double>(slope)) * kLog2OfEExactly - static_cast<double>(rate);
        return std::fabs(rest) >= 0x1p-126 && std::fabs(rest) < 0x1p-23 * static_cast<double>(rate)
                   ? static_cast<float>(rest)
                   : 0.0f;
    }
};

// Largest relative error 1.5e-7; y where that is tiny. (log(1 + y) - y) / y^2 is a polynomial of degree 8, minimax in
// the relative error of the logarithm (3.5e-8), fitted with scripts/fit_pieces.py's minimax.
template <class D, class V>
HWY_INLINE V Log1pOfFraction(D d, V y) {
    constexpr float kCoefficients[] = {-0x1.b2f57ap-9f, 0x1.4b082cp-6f,  -0x1.d86316p-5f,
                                       0x1.b579b8p-4f,  -0x1.3a7a7ep-3f, 0x1.935c9ep-3f,
                                       -0x1.ff26ep-3f,  0x1.554dfp-2f,   -0x1.ffffd2p-2f};
    V q = Set(d, kCoefficients[0]);
    for (int k = 1; k < 9; ++k) {
        q = MulAdd(q, y, Set(d, kCoefficients[k]));
    }
    return MulAdd(Mul(y, y), q, y);
}

// 1 / (1 + exp(-t)), e = exp(-|t|), `sign` negative where t is. Its complement is that of -t: neither cancels.
template <class D, class V>
HWY_INLINE V Logistic(D d, V e, V sign) {
    const V one = Set(d, 1.0f);
    return Div(IfNegativeThenElse(sign, e, one), Add(one, e));
}

// x / (1 + exp(-t)) from the same. Where t is negative and |x| > vanishes it is 0: without that, minus infinity times 0
// would be NaN.
template <class Product, class D, class V>
HWY_INLINE V LogisticProduct(Product product, D d, V x, V e, V sign, float vanishes = FLT_MAX) {
    const V below = hn::IfThenZeroElse(hn::Gt(Abs(x), Set(d, vanishes)), product(d, x, e));
    return Div(IfNegativeThenElse(sign, below, x), Add(e, Set(d, 1.0f)));
}

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
