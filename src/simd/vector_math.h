// The operations that an operator's functor is written with, for a vector V or a Pair of them: Highway's own
// names where Highway has them, and ours. Included once per target (see elementwise_kernel.cpp).
//
//   Set(d, c)  Add Sub Mul Div (a, b)  MulAdd(a, b, c) = a*b + c  NegMulAdd(a, b, c) = c - a*b  Abs(a)
//   CopySign(magnitude, sign)  IfNegativeThenElse(v, yes, no)
//   MinKeepNan, MaxKeepNan (d, v, limit), ClampedMagnitude(d, v, least, most)   NaN stays NaN
//   ProductLess(d, a, b, c)   a*b - c, where c is a*b or near it: what rounding lost, on every target
//   Exp2OfProduct<shift>(d, a, b)   2^(a*b + shift); with fused multiply-add the product is not rounded
//   PieceOf<table>(d, x), Evaluate<table>(d, piece)   a polynomial per interval
//   AnyMagnitudeBetween(d, x, low, high), IfMagnitudeBetweenThenElse(d, x, low, high, yes, no)
#if defined(ACLNN_SIMD_VECTOR_MATH_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_VECTOR_MATH_H_
#undef ACLNN_SIMD_VECTOR_MATH_H_
#else
#define ACLNN_SIMD_VECTOR_MATH_H_
#endif

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

#include "simd/piece_table.h"

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
using hn::CopySign;
using hn::Div;
using hn::IfNegativeThenElse;
using hn::Mul;
using hn::MulAdd;
using hn::NegMulAdd;
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
HWY_INLINE Pair<V> CopySign(Pair<V> magnitude, Pair<V> sign) {
    return {CopySign(magnitude.a, sign.a), CopySign(magnitude.b, sign.b)};
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
HWY_INLINE Pair<V> NegMulAdd(Pair<V> x, Pair<V> y, Pair<V> z) {
    return {NegMulAdd(x.a, y.a, z.a), NegMulAdd(x.b, y.b, z.b)};
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

// a * b - c where c is a * b rounded, or near it: exact but for a unit in the last place of the result.
template <class D, class V>
HWY_INLINE V ProductLess([[maybe_unused]] D d, V a, V b, V c) {
#if HWY_NATIVE_FMA
    return hn::MulSub(a, b, c);
#else
    // Numbers of 12 bits: their products are exact.
    const hn::RebindToUnsigned<D> du;
    const auto upper = hn::Set(du, 0xFFFFF000u);
    const V a_high = hn::BitCast(d, hn::And(hn::BitCast(du, a), upper)), a_low = Sub(a, a_high);
    const V b_high = hn::BitCast(d, hn::And(hn::BitCast(du, b), upper)), b_low = Sub(b, b_high);
    const V high = Sub(Mul(a_high, b_high), c);
    return Add(Add(Add(high, Mul(a_high, b_low)), Mul(a_low, b_high)), Mul(a_low, b_low));
#endif
}
template <class D, class V>
HWY_INLINE Pair<V> ProductLess(PairTag<D> d, Pair<V> a, Pair<V> b, Pair<V> c) {
    return {ProductLess(d.half, a.a, b.a, c.a), ProductLess(d.half, a.b, b.b, c.b)};
}

// 2^(a * (b + rest...) + kShift). The shift keeps the smallest results normal numbers, for whoever scales back at the end.
// A rest is what rounding took from b.
// Domain: -127.49 - kShift <= a*b <= 127.49 - kShift, or NaN (which gives NaN). Exactly 2^kShift at 0, exactly 0 below
// -126.5 - kShift. Largest relative error 2.5e-7. 2^f on [-1/2, 1/2] is 1 + f q(f), q of degree 4: minimax in
// relative error (9.1e-8), computed for this project by iteratively reweighted least squares in 80-bit
// arithmetic, coefficients rounded to float.
template <int kShift, class D, class V, class... Rest>
HWY_INLINE V Exp2OfProduct(D d, V a, V b, Rest... rest) {
    // Adding 1.5 * 2^23 leaves the nearest integer in the low bits; the bias makes it an exponent field.
    const V magic = Set(d, 0x1.8p23f + 127.0f + kShift);
    const V shifted = MulAdd(a, b, magic);
    V fraction = MulAdd(a, b, Sub(magic, shifted));
#if !HWY_NATIVE_FMA
    fraction = Add(fraction, ProductLess(d, a, b, Mul(a, b)));
#endif
    ((fraction = MulAdd(a, rest, fraction)), ...);
    V q = MulAdd(Set(d, 0x1.5bba0ep-10f), fraction, Set(d, 0x1.3cea88p-7f));
    q = MulAdd(q, fraction, Set(d, 0x1.c6b752p-5f));
    q = MulAdd(q, fraction, Set(d, 0x1.ebf9bcp-3f));
    q = MulAdd(q, fraction, Set(d, 0x1.62e42ap-1f));
    q = MulAdd(q, fraction, Set(d, 1.0f));
    return Mul(q, PowerOfTwoFromLowBits(d, shifted));
}

// table[index mod 8], the index in the low bits of each lane; the table's second half repeats its first.
template <class D, class V>
HWY_INLINE V Lookup8([[maybe_unused]] D d, const float (&table)[16], V index) {
#if HWY_TARGET == HWY_AVX3
    return V{_mm512_permutexvar_ps(_mm512_castps_si512(index.raw), _mm512_load_ps(table))};
#elif HWY_TARGET == HWY_AVX2
    return V{_mm256_permutevar8x32_ps(_mm256_load_ps(table), _mm256_castps_si256(index.raw))};
#elif HWY_TARGET == HWY_SSE4
    // The four bytes of one of four numbers, in either half of the eight; the index's third bit says which.
    const __m128i places = _mm_castps_si128(index.raw);
    const __m128i low_byte = _mm_shuffle_epi8(_mm_and_si128(places, _mm_set1_epi32(7)),
                                              _mm_set_epi32(0x0C0C0C0C, 0x08080808, 0x04040404, 0));
    const __m128i bytes = _mm_add_epi32(_mm_slli_epi32(low_byte, 2), _mm_set1_epi32(0x03020100));
    const __m128i first = _mm_shuffle_epi8(_mm_castps_si128(_mm_load_ps(table)), bytes);
    const __m128i second = _mm_shuffle_epi8(_mm_castps_si128(_mm_load_ps(table + 4)), bytes);
    return V{_mm_blendv_ps(_mm_castsi128_ps(first), _mm_castsi128_ps(second),
                           _mm_castsi128_ps(_mm_slli_epi32(places, 29)))};
#else
    const hn::RebindToUnsigned<D> du;
    HWY_ALIGN uint32_t places[hn::MaxLanes(d)];
    HWY_ALIGN float found[hn::MaxLanes(d)];
    hn::Store(hn::BitCast(du, index), du, places);
    for (size_t i = 0; i < hn::Lanes(d); ++i) {
        found[i] = table[places[i] % 8];
    }
    return hn::Load(d, found);
#endif
}
template <class D, class V>
HWY_INLINE Pair<V> Lookup8(PairTag<D> d, const float (&table)[16], Pair<V> index) {
    return {Lookup8(d.half, table, index.a), Lookup8(d.half, table, index.b)};
}

// The place of a number in a PieceTable: its piece, in the low bits, and its distance from that piece's centre.
template <class V>
struct Piece {
    V index;
    V offset;
};

// Domain: 0 <= x <= 7 kTable.width, or NaN (whose offset is NaN, with any piece).
template <const auto& kTable, class D, class V>
HWY_INLINE Piece<V> PieceOf(D d, V x) {
    constexpr float kWidth = kTable.width;
    const V magic = Set(d, 0x1.8p23f);  // adding it leaves the nearest integer in the low bits
    const V index = MulAdd(x, Set(d, 1.0f / kWidth), magic);
    // The width has few bits, so that this product, and with it the offset, is exact on every target.
    return {index, MulAdd(Sub(index, magic), Set(d, -kWidth), x)};
}

// Horner's rule from the coefficient of kPower down, written out by recursion: the tables stay in registers.
template <const auto& kTable, int kPower, class D, class V>
HWY_INLINE V EvaluateFrom(D d, const Piece<V>& piece, V value) {
    if constexpr (kPower < 0) {
        return value;
    } else {
        return EvaluateFrom<kTable, kPower - 1>(
            d, piece, MulAdd(value, piece.offset, Lookup8(d, kTable.coefficients[kPower], piece.index)));
    }
}
template <const auto& kTable, class D, class V>
HWY_INLINE V Evaluate(D d, const Piece<V>& piece) {
    constexpr int kDegree = kTable.kDegree;
    return EvaluateFrom<kTable, kDegree - 1>(d, piece, Lookup8(d, kTable.coefficients[kDegree], piece.index));
}

// |v| within [least, most], both positive and normal; NaN stays NaN. No arithmetic meets a subnormal v.
template <class D, class V>
HWY_INLINE V ClampedMagnitude(D d, V v, float least, float most) {
    const hn::RebindToSigned<D> di;
    const auto bits = hn::Max(hn::BitCast(di, Abs(v)), hn::Set(di, std::bit_cast<int32_t>(least)));
    return MinKeepNan(d, hn::BitCast(d, bits), most);
}
template <class D, class V>
HWY_INLINE Pair<V> ClampedMagnitude(PairTag<D> d, Pair<V> v, float least, float most) {
    return {ClampedMagnitude(d.half, v.a, least, most), ClampedMagnitude(d.half, v.b, least, most)};
}

// The bits of the magnitude, as signed integers: they order as the magnitudes do, NaN above all.
template <class D, class V>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> MagnitudeBits(D /*d*/, V v) {
    return hn::BitCast(hn::RebindToSigned<D>(), Abs(v));
}
template <class D, class V>
HWY_INLINE auto LargestMagnitudeBits(D d, V v) {
    return MagnitudeBits(d, v);
}
template <class D, class V>
HWY_INLINE auto LargestMagnitudeBits(PairTag<D> d, Pair<V> v) {
    return hn::Max(LargestMagnitudeBits(d.half, v.a), LargestMagnitudeBits(d.half, v.b));
}

template <class D, class V>
HWY_INLINE auto MagnitudeBetween(D d, V v, float low, float high) {
    const hn::RebindToSigned<D> di;
    const auto bits = MagnitudeBits(d, v);
    return hn::And(hn::Gt(bits, hn::Set(di, std::bit_cast<int32_t>(low))),
                   hn::Lt(bits, hn::Set(di, std::bit_cast<int32_t>(high))));
}
template <class D, class V>
HWY_INLINE bool AnyMagnitudeBetweenExactly(D d, V v, float low, float high) {
    return !hn::AllFalse(hn::RebindToSigned<D>(), MagnitudeBetween(d, v, low, high));
}
template <class D, class V>
HWY_INLINE bool AnyMagnitudeBetweenExactly(PairTag<D> d, Pair<V> v, float low, float high) {
    return AnyMagnitudeBetweenExactly(d.half, v.a, low, high) ||
           AnyMagnitudeBetweenExactly(d.half, v.b, low, high);
}

// Whether low < |x| < high for some lane, the limits positive. Cheap when all are below `low`.
template <class D, class V>
HWY_INLINE bool AnyMagnitudeBetween(D d, V v, float low, float high) {
    const auto largest = LargestMagnitudeBits(d, v);
    const hn::DFromV<decltype(largest)> di;
    if (HWY_LIKELY(hn::AllFalse(di, hn::Gt(largest, hn::Set(di, std::bit_cast<int32_t>(low)))))) {
        return false;
    }
    return AnyMagnitudeBetweenExactly(d, v, low, high);
}

// `yes` where low < |x| < high, the limits positive; `no` elsewhere, and where x is NaN.
template <class D, class V>
HWY_INLINE V IfMagnitudeBetweenThenElse(D d, V x, float low, float high, V yes, V no) {
    return hn::IfThenElse(hn::RebindMask(d, MagnitudeBetween(d, x, low, high)), yes, no);
}
template <class D, class V>
HWY_INLINE Pair<V> IfMagnitudeBetweenThenElse(PairTag<D> d, Pair<V> x, float low, float high, Pair<V> yes,
                                              Pair<V> no) {
    return {IfMagnitudeBetweenThenElse(d.half, x.a, low, high, yes.a, no.a),
            IfMagnitudeBetweenThenElse(d.half, x.b, low, high, yes.b, no.b)};
}

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
