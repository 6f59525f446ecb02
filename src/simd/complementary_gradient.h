// Functions g with g(-a) + g(a) = 1: the derivatives of SiLU and of the forms of GELU, and what these multiply their
// argument by. Included once per target (see elementwise_kernel.cpp).
//
// What an activation states (kTable and the rest for a >= 0):
//   static constexpr PieceTable<n> kTable;   g(-a) for a <= kTable.end(), g(0) = 1/2
//   static constexpr float kLimit;           g(-a) rounds to 0 from here on
//   template <class D, class V> static V Tail(D d, V a);   2^32 g(-a) for kTable.end() <= a <= kLimit
// Tail is needed by rare inputs only: one number in a million of a standard normal distribution.
#if defined(ACLNN_SIMD_COMPLEMENTARY_GRADIENT_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_COMPLEMENTARY_GRADIENT_H_
#undef ACLNN_SIMD_COMPLEMENTARY_GRADIENT_H_
#else
#define ACLNN_SIMD_COMPLEMENTARY_GRADIENT_H_
#endif

#include <cfloat>
#include <limits>

#include <hwy/highway.h>

#include "simd/gradual_product.h"
#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {

// dy * g(x).
template <class Activation>
struct ComplementaryGradient {
    static constexpr int kInputs = 2;
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        return product(d, dy, Derivative(d, x));
    }

    template <class D, class V>
    HWY_INLINE bool HasRare(D d, V /*dy*/, V x) const {
        return AnyMagnitudeBetween(d, x, Activation::kTable.end(), Activation::kLimit);
    }

    template <class Product, class D, class V>
    HWY_INLINE V Rare(Product product, D d, V dy, V x) const {
        constexpr float kFrom = Activation::kTable.end(), kTo = Activation::kLimit;
        const V below = Activation::Tail(d, ClampedMagnitude(d, x, 1.0f, kTo));
        const V above = MulAdd(below, Set(d, -0x1p-32f), Set(d, 1.0f));
        const V usual = product(d, dy, IfMagnitudeBetweenThenElse(d, x, kFrom, kTo, above, Derivative(d, x)));
        // Without the factor 2^32 where dy is large: neither overflows nor becomes subnormal on the way.
        constexpr float kLarge = 0x1p40f;
        const V shrunk = IfMagnitudeBetweenThenElse(d, dy, kLarge, kInfinity, Mul(dy, Set(d, 0x1p-32f)), dy);
        const V scaled = Mul(shrunk, below);
        const V tail =
            IfMagnitudeBetweenThenElse(d, dy, kLarge, kInfinity, scaled, ScaledDown<32>(d, scaled));
        return IfMagnitudeBetweenThenElse(d, x, kFrom, kTo, IfNegativeThenElse(x, tail, usual), usual);
    }

 private:
    template <class D, class V>
    static HWY_INLINE V Derivative(D d, V x) {
        // Of a smaller number g is 1/2.
        constexpr float kNegligible = 0x1p-50f;
        const V a = ClampedMagnitude(d, x, kNegligible, Activation::kTable.zero());
        const V below = Evaluate<Activation::kTable>(d, PieceOf<Activation::kTable>(d, a));
        return IfNegativeThenElse(x, below, Sub(Set(d, 1.0f), below));
    }
};

// x * g(x); minus infinity gives 0.
template <class Activation>
struct ComplementaryProduct {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        return ComplementaryGradient<Activation>()(product, d, MaxKeepNan(d, x, -FLT_MAX), x);
    }

    template <class D, class V>
    HWY_INLINE bool HasRare(D d, V x) const {
        return ComplementaryGradient<Activation>().HasRare(d, x, x);
    }

    template <class Product, class D, class V>
    HWY_INLINE V Rare(Product product, D d, V x) const {
        return ComplementaryGradient<Activation>().Rare(product, d, MaxKeepNan(d, x, -FLT_MAX), x);
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
