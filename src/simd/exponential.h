// The exponential and what is made of it, over one vector of float (per_vector.h). Included once per target (see
// elementwise_kernel.cpp). Every result is the same on all targets with fused multiply-add.
//
//   Exp, Expm1 (d, x)             any x: 0, -1 and infinity where that is what rounding gives; NaN stays NaN
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

// x, and what exp(x) - 1 is made of: x = n ln 2 + r with |r| <= 0.35, exp(r) = 1 + less, 2^n in two factors.
template <class V>
struct Exponential {
    V less;
    V first, second;
    V one_over_second;
};

// Domain: -104 <= x <= 89, or NaN. The largest relative error of `less` is 1.5e-7, and it is r where that is tiny.
// (exp(r) - 1 - r) / r^2 is a polynomial of degree 4, minimax in the relative error of exp(r) - 1 (1.8e-8), fitted with
// scripts/fit_pieces.py's minimax; ln 2 comes in two parts, of which the first has 9 bits.
template <class D, class V>
HWY_INLINE Exponential<V> ExponentialOf(D d, V x) {
    const hn::RebindToSigned<D> di;
    const V magic = Set(d, 0x1.8p23f);  // adding it leaves the nearest integer in the low bits
    const V shifted = MulAdd(x, Set(d, kLog2OfE), magic);
    const V n = Sub(shifted, magic);
    V r = MulAdd(n, Set(d, -0x1.63p-1f), x);
    r = MulAdd(n, Set(d, 0x1.bd0106p-13f), r);
    V q = MulAdd(Set(d, 0x1.6d99d6p-10f), r, Set(d, 0x1.122818p-7f));
    q = MulAdd(q, r, Set(d, 0x1.555486p-5f));
    q = MulAdd(q, r, Set(d, 0x1.5554bp-3f));
    q = MulAdd(q, r, Set(d, 0.5f));
    const V less = MulAdd(Mul(r, r), q, r);
    const auto power = hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, magic));
    const auto half = hn::ShiftRight<1>(power);
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

// 2^(a * b), -kVanishingPower <= a * b <= 0 or NaN: Exp2OfProduct, down to the smallest subnormal number and 0.
template <class D, class V>
HWY_INLINE V GradualExp2OfProduct(D d, V a, V b) {
    return Mul(Exp2OfProduct<32>(d, a, b), Set(d, 0x1p-32f));
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
          limit(Finite(kVanishingPower / rate)),
          vanishes(slope == 0 ? std::numeric_limits<float>::infinity() : FLT_MAX) {}

    // Largest relative error 2.5e-7 + |slope| a 6e-8 as ExpOfNegated has it.
    template <class D, class V>
    HWY_INLINE V OfNegated(D d, V a) const {
        return GradualExp2OfProduct(d, MinKeepNan(d, a, limit), Set(d, -rate));
    }

    // Something whose sign is that of slope * x.
    template <class D, class V>
    HWY_INLINE V Sloped(D d, V x) const {
        return hn::Xor(x, Set(d, sign));
    }

    float sign;
    float rate;      // |slope| / ln 2
    float limit;     // exp(-|slope| a) rounds to 0 from here on
    float vanishes;  // for a above it, so does a exp(-|slope| a): infinity, or nothing of slope 0

 private:
    static float Finite(float value) { return value > FLT_MAX ? FLT_MAX : value; }
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
