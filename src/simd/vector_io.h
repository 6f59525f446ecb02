// Loading and storing float, half and bfloat16 elements as vectors of float, rounding to nearest even on
// every target. Included once per target (see elementwise_kernel.cpp). Bits are those of ascendc/float16.h,
// but that a load need not make a NaN quiet: the arithmetic that follows does.
#if defined(ACLNN_SIMD_VECTOR_IO_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_VECTOR_IO_H_
#undef ACLNN_SIMD_VECTOR_IO_H_
#else
#define ACLNN_SIMD_VECTOR_IO_H_
#endif

#include <cstdint>

#include <hwy/highway.h>

#include "simd/subnormal_flags.h"
#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
inline constexpr bool kHasF16c = true;
inline constexpr bool kCanStream = true;
#else
inline constexpr bool kHasF16c = false;
inline constexpr bool kCanStream = false;  // Highway would write whole 16 bytes for half a vector
#endif

// Whether a store leaves its line in the caches. Past them needs kCanStream and the alignment of a vector of
// float.
enum class Storing { kCached, kPastCaches };

template <Storing kStoring, class D, class V>
HWY_INLINE void StoreVector(D d, V v, hn::TFromD<D>* to) {
    if constexpr (kStoring == Storing::kPastCaches && kCanStream) {
        hn::Stream(v, d, to);
    } else {
        hn::StoreU(v, d, to);
    }
}

// 16-bit patterns widened to 32 bits, and back (each lane at most 0xFFFF).
template <class D>
HWY_INLINE auto LoadBits16([[maybe_unused]] D d, const uint16_t* from) {
    const hn::Rebind<uint16_t, D> d16;
    const hn::RebindToUnsigned<D> du;
    return hn::PromoteTo(du, hn::LoadU(d16, from));
}
template <class D, class VU>
HWY_INLINE void StoreBits16([[maybe_unused]] D d, VU bits, uint16_t* to) {
    const hn::Rebind<uint16_t, D> d16;
    const hn::RebindToSigned<D> di;
    hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, bits)), d16, to);
}

// kTroubles: the flags that tell whether arithmetic between loads and stores has met subnormal floats.
struct FloatIo {
    using Element = float;
    static constexpr unsigned kTroubles = kSubnormalFlags;
    template <class D>
    static HWY_INLINE hn::Vec<D> Load(D d, const float* from) {
        return hn::LoadU(d, from);
    }
    template <Storing kStoring = Storing::kCached, class D>
    static HWY_INLINE void Store(D d, hn::Vec<D> v, float* to) {
        StoreVector<kStoring>(d, v, to);
    }
};

struct HalfIo {
    using Element = uint16_t;
    // Rounding to a subnormal half is an underflow, too, and a frequent one: some in 10,000 gradients of GELU. A result
    // that is a subnormal float is an operand of that rounding.
    static constexpr unsigned kTroubles = _MM_EXCEPT_DENORM;

    template <class D>
    static HWY_INLINE hn::Vec<D> Load(D d, const uint16_t* from) {
        if constexpr (kHasF16c) {
            const hn::Rebind<hwy::float16_t, D> d16;
            const hn::Rebind<uint16_t, D> du16;
            return hn::PromoteTo(d, hn::BitCast(d16, hn::LoadU(du16, from)));
        } else {
            return Widen(d, LoadBits16(d, from));
        }
    }

    template <Storing kStoring = Storing::kCached, class D>
    static HWY_INLINE void Store(D d, hn::Vec<D> v, uint16_t* to) {
        if constexpr (kHasF16c) {
            const hn::Rebind<hwy::float16_t, D> d16;
            const hn::Rebind<uint16_t, D> du16;
            StoreVector<kStoring>(du16, hn::BitCast(du16, hn::DemoteTo(d16, v)), to);
        } else {
            StoreBits16(d, Narrow(d, v), to);
        }
    }

 private:
    template <class D, class VU>
    static HWY_INLINE hn::Vec<D> Widen(D d, VU bits) {
        const hn::RebindToUnsigned<D> du;
        const hn::RebindToSigned<D> di;
        const VU sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(du, 0x8000u)));
        const auto magnitude = hn::BitCast(di, hn::And(bits, hn::Set(du, 0x7FFFu)));
        // Infinity and NaN need the exponent moved to the top, so the bias is added twice.
        const auto bias = hn::IfThenElse(hn::Gt(magnitude, hn::Set(di, 0x7BFF)), hn::Set(di, 2 * (112 << 23)),
                                         hn::Set(di, 112 << 23));
        const auto normal = hn::Add(hn::ShiftLeft<13>(magnitude), bias);
        const auto subnormal = hn::BitCast(di, hn::Mul(hn::ConvertTo(d, magnitude), hn::Set(d, 0x1p-24f)));
        const auto value = hn::IfThenElse(hn::Lt(magnitude, hn::Set(di, 0x400)), subnormal, normal);
        return hn::BitCast(d, hn::Or(hn::BitCast(du, value), sign));
    }

    template <class D>
    static HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> Narrow(D d, hn::Vec<D> v) {
        const hn::RebindToUnsigned<D> du;
        const hn::RebindToSigned<D> di;
        const auto bits = hn::BitCast(du, v);
        const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 0x8000u));
        const auto magnitude = hn::BitCast(di, hn::And(bits, hn::Set(du, 0x7FFFFFFFu)));
        const auto high = hn::ShiftRight<13>(magnitude);
        const auto odd = hn::And(high, hn::Set(di, 1));
        const auto normal =
            hn::ShiftRight<13>(hn::Add(magnitude, hn::Add(odd, hn::Set(di, 0xFFF - 0x38000000))));
        // Below 2^-14: adding 0.5 leaves the rounded subnormal in the low bits.
        const auto lifted = hn::BitCast(di, hn::Add(hn::BitCast(d, magnitude), hn::Set(d, 0.5f)));
        const auto subnormal = hn::Sub(lifted, hn::Set(di, 0x3F000000));
        const auto nan = hn::Or(hn::Set(di, 0x7E00), hn::And(high, hn::Set(di, 0x3FF)));
        auto result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(di, 0x38800000)), subnormal, normal);
        result = hn::IfThenElse(hn::Gt(magnitude, hn::Set(di, 0x477FEFFF)), hn::Set(di, 0x7C00), result);
        result = hn::IfThenElse(hn::Gt(magnitude, hn::Set(di, 0x7F800000)), nan, result);
        return hn::Or(hn::BitCast(du, result), sign);
    }
};

struct BFloat16Io {
    using Element = uint16_t;
    static constexpr unsigned kTroubles = kSubnormalFlags;

    template <class D>
    static HWY_INLINE hn::Vec<D> Load(D d, const uint16_t* from) {
        return hn::BitCast(d, hn::ShiftLeft<16>(LoadBits16(d, from)));
    }

    template <Storing kStoring = Storing::kCached, class D>
    static HWY_INLINE void Store(D d, hn::Vec<D> v, uint16_t* to) {
        StoreBits16(d, hn::ShiftRight<16>(Round(d, v)), to);
    }

    // The bits of v with the bfloat16 in the upper half; the lower half is not cleared.
    template <class D>
    static HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> Round([[maybe_unused]] D d, hn::Vec<D> v) {
        const hn::RebindToUnsigned<D> du;
        const auto quiet = hn::Or(hn::BitCast(du, v), hn::Set(du, 0x400000u));
        return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(v)), quiet, RoundComputed(d, v));
    }

    // The same for what arithmetic made of bfloat16 numbers. A NaN among these is quiet, and its lower half is 0: it is
    // one of the operands' or the processor's default; rounding leaves it as it is.
    template <class D>
    static HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> RoundComputed([[maybe_unused]] D d, hn::Vec<D> v) {
        const hn::RebindToUnsigned<D> du;
        const auto bits = hn::BitCast(du, v);
        const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
        return hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7FFFu)));
    }
};

// Two vectors' worth of consecutive elements of a computation. Which element goes to which lane is the format's choice, the
// same for loads and stores: an elementwise computation does not see it.
template <class Io>
struct PairIo {
    template <class D>
    static HWY_INLINE Pair<hn::Vec<D>> Load(D d, const typename Io::Element* from) {
        return {Io::Load(d, from), Io::Load(d, from + hn::Lanes(d))};
    }
    template <Storing kStoring, class D>
    static HWY_INLINE void Store(D d, Pair<hn::Vec<D>> v, typename Io::Element* to) {
        Io::template Store<kStoring>(d, v.a, to);
        Io::template Store<kStoring>(d, v.b, to + hn::Lanes(d));
    }
};

#if HWY_NATIVE_FMA  // targets with conversions of halves
// Past the caches whole lines are written at once: halves of lines cost as much each.
template <>
struct PairIo<HalfIo> {
    template <class D>
    static HWY_INLINE Pair<hn::Vec<D>> Load(D d, const uint16_t* from) {
        return {HalfIo::Load(d, from), HalfIo::Load(d, from + hn::Lanes(d))};
    }
    template <Storing kStoring, class D>
    static HWY_INLINE void Store(D d, Pair<hn::Vec<D>> v, uint16_t* to) {
        if constexpr (kStoring == Storing::kCached) {
            HalfIo::Store(d, v.a, to);
            HalfIo::Store(d, v.b, to + hn::Lanes(d));
        } else {
            const hn::Rebind<hwy::float16_t, D> d16;
            const hn::Rebind<uint16_t, D> du16;
            const hn::Twice<decltype(du16)> whole;
            StoreVector<kStoring>(whole,
                                  hn::Combine(whole, hn::BitCast(du16, hn::DemoteTo(d16, v.b)),
                                              hn::BitCast(du16, hn::DemoteTo(d16, v.a))),
                                  to);
        }
    }
};
#endif

#if HWY_TARGET != HWY_SCALAR
// Elements at even places in one vector, at odd places in the other: no widening, no packing.
template <>
struct PairIo<BFloat16Io> {
    template <class D>
    static HWY_INLINE Pair<hn::Vec<D>> Load(D d, const uint16_t* from) {
        const hn::Repartition<uint16_t, D> d16;
        const hn::RebindToUnsigned<D> du;
        const auto both = hn::BitCast(du, hn::LoadU(d16, from));
        return {hn::BitCast(d, hn::ShiftLeft<16>(both)),
                hn::BitCast(d, hn::And(both, hn::Set(du, 0xFFFF0000u)))};
    }
    template <Storing kStoring, class D>
    static HWY_INLINE void Store(D d, Pair<hn::Vec<D>> v, uint16_t* to) {
        const hn::Repartition<uint16_t, D> d16;
        const hn::RebindToUnsigned<D> du;
        const auto even = hn::ShiftRight<16>(BFloat16Io::RoundComputed(d, v.a));
        const auto odd = hn::And(BFloat16Io::RoundComputed(d, v.b), hn::Set(du, 0xFFFF0000u));
        StoreVector<kStoring>(d16, hn::BitCast(d16, hn::Or(even, odd)), to);
    }
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
