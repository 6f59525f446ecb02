// What one element of an instruction computes. Compiled per instruction set inside loops.inc.h, so everything
// here has internal linkage: a function shared between sets would be merged by the linker and run
// instructions a machine lacks.
//
// Branch-free, so that loops over it vectorise; plain multiplications and additions only, so that every set
// gives equal bits.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "aicore/families/arithmetic.h"
#include "ascendc/element_type.h"
#include "ascendc/enums.h"

// For loops whose sources coincide with the destination or stay clear of it: iterations are independent.
#if defined(__clang__)
#define ACLNN_CPU_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define ACLNN_CPU_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace aclnn_cpu::aicore {
namespace {

using AscendC::RoundMode;

// ---- rounding

// Whether the kept bits grow by one when `rest` (in units where `half` is half of one) is dropped.
template <RoundMode mode, typename U>
inline U RoundUp(bool negative, U odd, U rest, U half) {
    switch (mode) {
        case RoundMode::CAST_NONE:
        case RoundMode::CAST_RINT:
            return U(rest > half) | (U(rest == half) & odd & U(rest != 0));
        case RoundMode::CAST_ROUND:
            return U(rest >= half) & U(rest != 0);
        case RoundMode::CAST_FLOOR:
            return U(negative) & U(rest != 0);
        case RoundMode::CAST_CEIL:
            return U(!negative) & U(rest != 0);
        case RoundMode::CAST_ODD:
            return U(rest != 0) & (odd ^ 1u);
        default:
            return 0;
    }
}

inline float CopySign(float magnitude, float sign) {
    return Bits<float>(Bits<uint32_t>(magnitude) | (Bits<uint32_t>(sign) & 0x80000000u));
}

// To an integral value; NaN and infinities stay.
template <RoundMode mode>
inline float RoundIntegral(float x) {
    constexpr float kIntegral = 0x1p23f;  // from here on every float is integral
    const float magnitude = AbsOf(x);
    const float nearest = (magnitude + kIntegral) - kIntegral;
    float result = CopySign(nearest, x);
    if (mode == RoundMode::CAST_FLOOR) {
        result = result > x ? result - 1.0f : result;
    } else if (mode == RoundMode::CAST_CEIL) {
        result = result < x ? CopySign(AbsOf(result + 1.0f), x) : result;
    } else if (mode == RoundMode::CAST_TRUNC || mode == RoundMode::CAST_ROUND) {
        float below = nearest > magnitude ? nearest - 1.0f : nearest;
        if (mode == RoundMode::CAST_ROUND) {
            below = magnitude - below >= 0.5f ? below + 1.0f : below;
        }
        result = CopySign(below, x);
    }
    return magnitude < kIntegral ? result : x;
}

// ---- 16-bit floats

inline float HalfToFloat(uint16_t bits) {
    const uint32_t magnitude = uint32_t(bits & 0x7FFFu) << 13;
    // Read as a float this is 2^-112 times too small; the multiplication also normalises subnormals.
    uint32_t wide = Bits<uint32_t>(Bits<float>(magnitude) * 0x1p112f);
    wide = magnitude >= 0x0F800000u ? magnitude | 0x7F800000u : wide;
    wide = magnitude > 0x0F800000u ? wide | 0x400000u : wide;
    return Bits<float>(wide | (uint32_t(bits & 0x8000u) << 16));
}

inline float BFloat16ToFloat(uint16_t bits) {
    const uint32_t wide = uint32_t(bits) << 16;
    return Bits<float>((wide & 0x7FFFFFFFu) > 0x7F800000u ? wide | 0x400000u : wide);
}

// To nearest even, and NaN to the bits given: the same as FloatToHalf<CAST_RINT> for everything else, in
// fewer steps.
inline uint16_t NearestHalf(float value, uint32_t nan) {
    const uint32_t bits = Bits<uint32_t>(value);
    const uint32_t magnitude = bits & 0x7FFFFFFFu;
    const uint32_t normal = (magnitude - 0x38000000u + 0xFFFu + ((magnitude >> 13) & 1u)) >> 13;
    // Adding 1/2 leaves a subnormal result, rounded, in the low bits.
    const uint32_t subnormal = Bits<uint32_t>(Bits<float>(magnitude) + 0.5f) - 0x3F000000u;
    uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
    result = magnitude >= 0x477FF000u ? 0x7C00u : result;
    result = magnitude > 0x7F800000u ? nan : result;
    return static_cast<uint16_t>(result | ((bits >> 16) & 0x8000u));
}

template <RoundMode mode>
inline uint16_t FloatToHalf(float value) {
    if (mode == RoundMode::CAST_NONE || mode == RoundMode::CAST_RINT) {
        return NearestHalf(value, 0x7E00u | ((Bits<uint32_t>(value) >> 13) & 0x3FFu));
    }
    const uint32_t bits = Bits<uint32_t>(value);
    const uint32_t magnitude = bits & 0x7FFFFFFFu;
    const uint32_t exponent = magnitude >> 23;
    // Normal results drop 13 bits, each binade below 2^-14 one more.
    const uint32_t below = exponent < 113u ? 113u - exponent : 0u;
    const uint32_t shift = below > 18u ? 31u : 13u + below;
    const uint32_t significand = (magnitude & 0x7FFFFFu) | 0x800000u;
    const uint32_t kept = significand >> shift;
    const uint32_t rest = magnitude == 0 ? 0u : significand & ((1u << shift) - 1u);
    const uint32_t base = below != 0 ? 0u : (exponent - 113u) << 10;
    uint32_t result =
        base + kept + RoundUp<mode, uint32_t>((bits >> 31) != 0, kept & 1u, rest, 1u << (shift - 1u));
    result = result > 0x7C00u || magnitude >= 0x47800000u ? 0x7C00u
                                                          : result;  // 65536 and above, and what rounds there
    result = magnitude > 0x7F800000u ? 0x7E00u | ((magnitude >> 13) & 0x3FFu) : result;
    return static_cast<uint16_t>(result | ((bits >> 16) & 0x8000u));
}

template <RoundMode mode>
inline uint16_t FloatToBFloat16(float value) {
    const uint32_t bits = Bits<uint32_t>(value);
    const uint32_t magnitude = bits & 0x7FFFFFFFu;
    const uint32_t kept = magnitude >> 16;
    const uint32_t rest = magnitude & 0xFFFFu;
    uint32_t result = kept + RoundUp<mode, uint32_t>((bits >> 31) != 0, kept & 1u, rest, 0x8000u);
    result = magnitude == 0x7F800000u ? 0x7F80u : result;
    result = magnitude > 0x7F800000u ? kept | 0x40u : result;
    return static_cast<uint16_t>(result | ((bits >> 16) & 0x8000u));
}

// ---- integers

template <typename I>
inline I Saturate(float integral, float lowest, float beyond, I minimum, I maximum) {
    const bool inside = integral >= lowest && integral < beyond;
    const I converted = static_cast<I>(inside ? integral : 0.0f);
    const I outside = integral >= beyond ? maximum : (integral < lowest ? minimum : I(0));
    return inside ? converted : outside;
}

// To the nearest integer that To has.
template <typename To, typename From>
inline To SaturateInteger(From value) {
    constexpr auto kMin = std::numeric_limits<To>::min();
    constexpr auto kMax = std::numeric_limits<To>::max();
    if constexpr (std::numeric_limits<From>::digits > std::numeric_limits<To>::digits) {
        value = value > static_cast<From>(kMax) ? static_cast<From>(kMax) : value;
    }
    if constexpr (std::is_signed_v<From> && (std::is_unsigned_v<To> || sizeof(From) > sizeof(To))) {
        value = value < static_cast<From>(kMin) ? static_cast<From>(kMin) : value;
    }
    return static_cast<To>(value);
}

template <RoundMode mode>
inline float IntegerToFloat(int64_t value) {
    if (mode == RoundMode::CAST_NONE || mode == RoundMode::CAST_RINT) {
        return static_cast<float>(value);
    }
    const bool negative = value < 0;
    const uint64_t magnitude = negative ? uint64_t(0) - uint64_t(value) : uint64_t(value);
    const uint32_t width = 64u - static_cast<uint32_t>(__builtin_clzll(magnitude | 1u));
    const uint32_t shift = width > 24u ? width - 24u : 0u;
    const uint64_t unit = uint64_t(1) << shift;
    const uint64_t rest = magnitude & (unit - 1u);
    uint64_t kept = magnitude >> shift;
    kept += RoundUp<mode, uint64_t>(negative, kept & 1u, rest, unit >> 1);
    const float result = static_cast<float>(kept) * static_cast<float>(unit);
    return negative ? -result : result;
}

// ---- what an element is in memory, and what its instructions compute in

// Store gives every NaN the same bits: which operand's NaN a sum hands on depends on how a compiler orders
// the operands.

template <ElementType type>
struct Element;

template <typename S, typename C>
struct PlainElement {
    using Storage = S;
    using Compute = C;
    static C Load(S value) { return static_cast<C>(value); }
    static S Store(C value) { return static_cast<S>(value); }
};
template <>
struct Element<ElementType::kInt8> : PlainElement<int8_t, int32_t> {};
template <>
struct Element<ElementType::kUint8> : PlainElement<uint8_t, int32_t> {};
template <>
struct Element<ElementType::kInt16> : PlainElement<int16_t, int32_t> {};
template <>
struct Element<ElementType::kUint16> : PlainElement<uint16_t, int32_t> {};
template <>
struct Element<ElementType::kInt32> : PlainElement<int32_t, int32_t> {};
template <>
struct Element<ElementType::kUint32> : PlainElement<uint32_t, uint32_t> {};
template <>
struct Element<ElementType::kFloat> {
    using Storage = float;
    using Compute = float;
    static float Load(float value) { return value; }
    static float Store(float value) { return value != value ? __builtin_nanf("") : value; }
};
template <>
struct Element<ElementType::kInt64> : PlainElement<int64_t, int64_t> {};
template <>
struct Element<ElementType::kUint64> : PlainElement<uint64_t, uint64_t> {};
template <>
struct Element<ElementType::kHalf> {
    using Storage = uint16_t;
    using Compute = float;
    static float Load(uint16_t bits) { return HalfToFloat(bits); }
    static uint16_t Store(float value) {
        const uint16_t bits = NearestHalf(value, 0x7E00u);
        return bits == 0xFE00u ? uint16_t(0x7E00u) : bits;
    }
};
template <>
struct Element<ElementType::kBFloat16> {
    using Storage = uint16_t;
    using Compute = float;
    static float Load(uint16_t bits) { return BFloat16ToFloat(bits); }
    static uint16_t Store(float value) { return FloatToBFloat16<RoundMode::CAST_RINT>(value); }
};

// A value as one instruction would hand it to the next: rounded to, or wrapped in, the element type.
template <typename E>
inline typename E::Compute RoundedOf(typename E::Compute value) {
    return E::Load(E::Store(value));
}

// Bits of an element type, and whether its right shift copies the sign.
template <typename E>
inline constexpr uint32_t kWidth = 8 * sizeof(typename E::Storage);
template <typename E>
inline constexpr bool kIsSigned = typename E::Storage(-1) < typename E::Storage(0);

// Shifts by the width of the type and more (also by a negative number, which counts as large) move every bit
// out. Of a signed number a shift to the left keeps the sign bit and drops the one behind it.
template <typename E>
inline typename E::Compute ShiftLeftOf(typename E::Compute a, typename E::Compute s) {
    using U = std::make_unsigned_t<typename E::Compute>;
    constexpr U kSign = kIsSigned<E> ? U(1) << (kWidth<E> - 1) : U(0);
    const auto by = static_cast<U>(s);
    const U shifted = by >= kWidth<E> ? U(0) : static_cast<U>(a) << (by & (kWidth<E> - 1));
    return static_cast<typename E::Compute>((shifted & ~kSign) | (static_cast<U>(a) & kSign));
}
template <typename E>
inline typename E::Compute ShiftRightOf(typename E::Compute a, typename E::Compute s) {
    using C = typename E::Compute;
    const auto by = static_cast<std::make_unsigned_t<C>>(s);
    const C all = kIsSigned<E> && a < C(0) ? static_cast<C>(-1) : C(0);
    return by >= kWidth<E> ? all : static_cast<C>(a >> (by & (kWidth<E> - 1)));
}
// The last bit that left is added, of signed numbers only.
template <typename E>
inline typename E::Compute ShiftRightRoundOf(typename E::Compute a, typename E::Compute s) {
    using C = typename E::Compute;
    const C last = kIsSigned<E> && s != C(0) ? ShiftRightOf<E>(a, s - C(1)) & C(1) : C(0);
    return ShiftRightOf<E>(a, s) + last;
}

// What SetDeqScale(half) makes of an integer. The scale comes as the bits of a float; 2^17 keeps the product
// from overflowing on the way.
inline float ScaledOf(int32_t a, int32_t scale) {
    return static_cast<float>(a) * 0x1p-17f * Bits<float>(scale) * 0x1p17f;
}

template <ElementType from, ElementType to, RoundMode mode>
inline typename Element<to>::Storage Convert(typename Element<from>::Storage value) {
    const auto wide = Element<from>::Load(value);
    constexpr bool kFromInteger =
        from != ElementType::kFloat && from != ElementType::kHalf && from != ElementType::kBFloat16;
    if constexpr (to == ElementType::kHalf) {
        return FloatToHalf<mode>(static_cast<float>(wide));
    } else if constexpr (to == ElementType::kBFloat16) {
        return FloatToBFloat16<mode>(wide);
    } else if constexpr (to == ElementType::kFloat) {
        if constexpr (from == ElementType::kInt32 || from == ElementType::kInt64) {
            return mode == RoundMode::CAST_NONE || mode == RoundMode::CAST_RINT ? static_cast<float>(wide)
                                                                                : IntegerToFloat<mode>(wide);
        } else if constexpr (from == ElementType::kFloat) {
            return RoundIntegral<mode>(wide);
        } else {
            return static_cast<float>(wide);
        }
    } else if constexpr (kFromInteger) {
        return SaturateInteger<typename Element<to>::Storage>(wide);
    } else {
        const float integral = RoundIntegral<mode>(wide);
        if constexpr (to == ElementType::kInt64) {
            return Saturate<int64_t>(integral, -0x1p63f, 0x1p63f, INT64_MIN, INT64_MAX);
        } else if constexpr (to == ElementType::kInt32) {
            return Saturate<int32_t>(integral, -0x1p31f, 0x1p31f, INT32_MIN, INT32_MAX);
        } else if constexpr (to == ElementType::kInt16) {
            return static_cast<int16_t>(
                Saturate<int32_t>(integral, -32768.0f, 32768.0f, INT16_MIN, INT16_MAX));
        } else if constexpr (to == ElementType::kInt8) {
            return static_cast<int8_t>(Saturate<int32_t>(integral, -128.0f, 128.0f, INT8_MIN, INT8_MAX));
        } else {
            static_assert(to == ElementType::kUint8);
            return static_cast<uint8_t>(Saturate<int32_t>(integral, 0.0f, 256.0f, 0, UINT8_MAX));
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore
