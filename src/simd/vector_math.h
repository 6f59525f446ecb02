// The operations that an operator's functor is written with, for a vector V or a Pair of them: Highway's own
// names where Highway has them, and ours. Included once per target (see elementwise_kernel.cpp).
//
//   Set(d, c)  Add Sub Mul Div (a, b)  MulAdd(a, b, c) = a*b + c  Abs(a)  IfNegativeThenElse(v, yes, no)
//   MinKeepNan(d, v, limit), MaxKeepNan(d, v, limit)   NaN stays NaN
//   Exp2OfProduct<shift>(d, a, b)   2^(a*b + shift); with fused multiply-add the product is not rounded
#if defined(ACLNN_SIMD_VECTOR_MATH_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_VECTOR_MATH_H_
#undef ACLNN_SIMD_VECTOR_MATH_H_
#else
#define ACLNN_SIMD_VECTOR_MATH_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Two independent vectors that go through the same operations side by side, so that the latency of one hides
// behind the other. A pair of pairs is four. Every lane's result is the same whether it travels in a vector
// or in a pair.
template <class V>
struct Pair {
    V a;
    V b;
};

// What Set takes to make a Pair, as a Highway tag makes a vector.
template <class D>
struct PairTag {
    D half;
};

using hn::Abs;
using hn::Add;
using hn::Div;
using hn::IfNegativeThenElse;
using hn::Mul;
using hn::MulAdd;
using hn::Set;
using hn::Sub;

template <class D>
struct VectorOf {
    using Type = hn::Vec<D>;
};
template <class D>
struct VectorOf<PairTag<D>> {
    using Type = Pair<typename VectorOf<D>::Type>;
};

template <class D>
HWY_INLINE typename VectorOf<PairTag<D>>::Type Set(PairTag<D> d, float value) {
    const typename VectorOf<D>::Type v = Set(d.half, value);
    return {v, v};
}
template <class V>
HWY_INLINE Pair<V> Abs(Pair<V> x) {
    return {Abs(x.a), Abs(x.b)};
}
template <class V>
HWY_INLINE Pair<V> Add(Pair<V> x, Pair<V> y) {
    return {Add(x.a, y.a), Add(x.b, y.b)};
}
template <class V>
HWY_INLINE Pair<V> Sub(Pair<V> x, Pair<V> y) {
    return {Sub(x.a, y.a), Sub(x.b, y.b)};
}
template <class V>
HWY_INLINE Pair<V> Mul(Pair<V> x, Pair<V> y) {
    return {Mul(x.a, y.a), Mul(x.b, y.b)};
}
template <class V>
HWY_INLINE Pair<V> Div(Pair<V> x, Pair<V> y) {
    return {Div(x.a, y.a), Div(x.b, y.b)};
}
template <class V>
HWY_INLINE Pair<V> MulAdd(Pair<V> x, Pair<V> y, Pair<V> z) {
    return {MulAdd(x.a, y.a, z.a), MulAdd(x.b, y.b, z.b)};
}
template <class V>
HWY_INLINE Pair<V> IfNegativeThenElse(Pair<V> v, Pair<V> yes, Pair<V> no) {
    return {IfNegativeThenElse(v.a, yes.a, no.a), IfNegativeThenElse(v.b, yes.b, no.b)};
}

// x86's minimum and maximum return their second operand when either is NaN; the portable targets return the
// one that is not.
template <class D, class V>
HWY_INLINE V MinKeepNan(D d, V v, float limit) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    return hn::IfThenElse(hn::Lt(Set(d, limit), v), Set(d, limit), v);
#else
    return hn::Min(Set(d, limit), v);
#endif
}
template <class D, class V>
HWY_INLINE Pair<V> MinKeepNan(PairTag<D> d, Pair<V> v, float limit) {
    return {MinKeepNan(d.half, v.a, limit), MinKeepNan(d.half, v.b, limit)};
}
template <class D, class V>
HWY_INLINE V MaxKeepNan(D d, V v, float limit) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    return hn::IfThenElse(hn::Lt(v, Set(d, limit)), Set(d, limit), v);
#else
    return hn::Max(Set(d, limit), v);
#endif
}
template <class D, class V>
HWY_INLINE Pair<V> MaxKeepNan(PairTag<D> d, Pair<V> v, float limit) {
    return {MaxKeepNan(d.half, v.a, limit), MaxKeepNan(d.half, v.b, limit)};
}

// The float whose exponent field is the low byte of v's bits: 2^(low byte - 127), +0 for 0.
template <class D, class V>
HWY_INLINE V PowerOfTwoFromLowBits(D d, V v) {
    const hn::RebindToUnsigned<D> du;
    return hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(du, v)));
}
template <class D, class V>
HWY_INLINE Pair<V> PowerOfTwoFromLowBits(PairTag<D> d, Pair<V> v) {
    return {PowerOfTwoFromLowBits(d.half, v.a), PowerOfTwoFromLowBits(d.half, v.b)};
}

// 2^(a*b + kShift). The shift keeps the smallest results normal numbers, for whoever scales back at the end.
// Domain: -127.49 - kShift <= a*b <= 0, or NaN (which gives NaN). Exactly 2^kShift at 0, exactly 0 below
// -126.5 - kShift. Largest relative error 2.5e-7, with the product exact (where there is no fused
// multiply-add, its rounding comes on top). 2^f on [-1/2, 1/2] is 1 + f q(f), q of degree 4: minimax in
// relative error (9.1e-8), computed for this project by iteratively reweighted least squares in 80-bit
// arithmetic, coefficients rounded to float.
template <int kShift, class D, class V>
HWY_INLINE V Exp2OfProduct(D d, V a, V b) {
    // Adding 1.5 * 2^23 leaves the nearest integer in the low bits; the bias makes it an exponent field.
    const V magic = Set(d, 0x1.8p23f + 127.0f + kShift);
    const V shifted = MulAdd(a, b, magic);
    const V fraction = MulAdd(a, b, Sub(magic, shifted));
    V q = MulAdd(Set(d, 0x1.5bba0ep-10f), fraction, Set(d, 0x1.3cea88p-7f));
    q = MulAdd(q, fraction, Set(d, 0x1.c6b752p-5f));
    q = MulAdd(q, fraction, Set(d, 0x1.ebf9bcp-3f));
    q = MulAdd(q, fraction, Set(d, 0x1.62e42ap-1f));
    q = MulAdd(q, fraction, Set(d, 1.0f));
    return Mul(q, PowerOfTwoFromLowBits(d, shifted));
}

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
