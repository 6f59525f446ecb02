// Products whose factors or results are subnormal, without the detour that processors take for these (some 150 cycles
// for a vector that holds one). Included once per target (see elementwise_kernel.cpp).
#if defined(ACLNN_SIMD_GRADUAL_PRODUCT_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_GRADUAL_PRODUCT_H_
#undef ACLNN_SIMD_GRADUAL_PRODUCT_H_
#else
#define ACLNN_SIMD_GRADUAL_PRODUCT_H_
#endif

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// a * b as one multiplication gives it, around the detour for b that is 0, not finite or 2^-24 <= |b| <= 2. Needs a fused
// multiply-add: products below 2^-100 are formed in units of the smallest subnormal, 2^-149, and rounded to whole ones in
// the same step.
template <class D, class V>
HWY_INLINE V GradualProduct(D d, V a, V b) {
    const hn::RebindToSigned<D> di;
    constexpr int32_t kUnits = 149 << 23;  // what multiplying by 2^149 adds to the bits of a normal number
    constexpr int32_t kSmallestNormal = 0x00800000;  // 2^23 units
    const auto a_bits = MagnitudeBits(d, a);
    const auto b_bits = MagnitudeBits(d, b);
    const auto small = hn::And(hn::Lt(a_bits, hn::Set(di, std::bit_cast<int32_t>(0x1p-100f))),
                               hn::Lt(b_bits, hn::Set(di, std::bit_cast<int32_t>(4.0f))));
    const V product = Mul(hn::IfThenElse(hn::RebindMask(d, small), Set(d, 1.0f), a), b);

    // The bits of a subnormal number are its units.
    const V units =
        hn::IfThenElse(hn::RebindMask(d, hn::Lt(a_bits, hn::Set(di, kSmallestNormal))),
                       hn::ConvertTo(d, a_bits), hn::BitCast(d, hn::Add(a_bits, hn::Set(di, kUnits))));
    const V magnitude = hn::BitCast(d, b_bits);
    const V normal = Mul(units, magnitude);
    const V whole = MulAdd(units, magnitude, Set(d, 0x1p23f));
    const auto subnormal_bits = hn::Sub(hn::BitCast(di, whole), hn::Set(di, std::bit_cast<int32_t>(0x1p23f)));
    const auto normal_bits = hn::Sub(hn::BitCast(di, normal), hn::Set(di, kUnits));
    const auto bits =
        hn::IfThenElse(hn::Lt(hn::BitCast(di, normal), hn::Set(di, std::bit_cast<int32_t>(0x1p23f))),
                       subnormal_bits, normal_bits);
    const auto sign = hn::And(hn::BitCast(di, hn::Xor(a, b)), hn::Set(di, INT32_MIN));
    return hn::IfThenElse(hn::RebindMask(d, small), hn::BitCast(d, hn::Or(bits, sign)), product);
}
template <class D, class V>
HWY_INLINE Pair<V> GradualProduct(PairTag<D> d, Pair<V> a, Pair<V> b) {
    return {GradualProduct(d.half, a.a, b.a), GradualProduct(d.half, a.b, b.b)};
}

// v * 2^-kShift, rounded once. v itself is not subnormal.
template <int kShift, class D, class V>
HWY_INLINE V ScaledDown(D d, V v) {
    const hn::RebindToSigned<D> di;
    // Adding a number whose last place is 2^kShift subnormal units rounds to whole ones.
    const V rounder = Set(d, std::bit_cast<float>((1 + kShift) << 23));
    const V magnitude = Abs(v);
    const auto small = hn::Lt(magnitude, rounder);
    const auto subnormal = hn::Sub(hn::BitCast(di, Add(magnitude, rounder)), hn::BitCast(di, rounder));
    const V scaled =
        Mul(hn::IfThenElse(small, rounder, magnitude), Set(d, std::bit_cast<float>((127 - kShift) << 23)));
    return hn::CopySignToAbs(hn::IfThenElse(small, hn::BitCast(d, subnormal), scaled), v);
}
template <int kShift, class D, class V>
HWY_INLINE Pair<V> ScaledDown(PairTag<D> d, Pair<V> v) {
    return {ScaledDown<kShift>(d.half, v.a), ScaledDown<kShift>(d.half, v.b)};
}

// How a functor multiplies what may be subnormal: as the processor does, or around its detour. The same bits.
struct PlainProduct {
    template <class D, class V>
    HWY_INLINE V operator()(D /*d*/, V a, V b) const {
        return Mul(a, b);
    }
};
struct DetourFreeProduct {
    template <class D, class V>
    HWY_INLINE V operator()(D d, V a, V b) const {
        return GradualProduct(d, a, b);
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
