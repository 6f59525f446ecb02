// The value conversions of l0op::Cast between any two real types, one value at a time. This is the meaning;
// convert_runs.h has the loops, some of them vectorised, that give the same bits.
//
//   float to integer     truncates toward zero; what lies outside saturates; NaN becomes 0
//   integer to integer   keeps the low bits (two's complement)
//   anything to a float  rounds to nearest even once, whatever the source: a double or an int64 does
//                        not go through float
//   anything to BOOL     true unless it equals 0 (NaN is true)
//   from BOOL            0 or 1, whatever the byte
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "ascendc/float16.h"
#include "base/dtype.h"

namespace aclnn_cpu::simd {

// A BOOL element in memory: any byte but 0 is true.
struct Bool8 {
    uint8_t byte;
};

template <base::DType kDType, typename T>
struct RealType {
    static constexpr base::DType dtype = kDType;
    using Type = T;
};

using RealTypes = std::tuple<RealType<base::DType::kFloat, float>, RealType<base::DType::kFloat16, half>,
                             RealType<base::DType::kBFloat16, bfloat16_t>,
                             RealType<base::DType::kDouble, double>, RealType<base::DType::kInt8, int8_t>,
                             RealType<base::DType::kUint8, uint8_t>, RealType<base::DType::kInt16, int16_t>,
                             RealType<base::DType::kUint16, uint16_t>, RealType<base::DType::kInt32, int32_t>,
                             RealType<base::DType::kUint32, uint32_t>, RealType<base::DType::kInt64, int64_t>,
                             RealType<base::DType::kUint64, uint64_t>, RealType<base::DType::kBool, Bool8>>;
inline constexpr size_t kRealTypeCount = std::tuple_size_v<RealTypes>;

template <typename T>
inline constexpr bool kIsFloat16 = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;

// Truncates the magnitude to float and records any lost bit in the last place ("round to odd"): a later
// rounding to a type with at least two bits less than float then is as if it had been done from the double.
inline float RoundToOdd(double value) {
    const float nearest = static_cast<float>(value);
    const double back = static_cast<double>(nearest);
    if (back == value || std::isnan(value)) {
        return nearest;
    }
    const uint32_t bits = std::bit_cast<uint32_t>(nearest);
    const uint32_t truncated = std::fabs(back) > std::fabs(value) ? bits - 1 : bits;
    return std::bit_cast<float>(truncated | 1u);
}

// The same from a 64-bit integer to double: exact, but that bits below the 53rd are gathered into one.
template <typename Integer>
double IntegerToOddDouble(Integer value) {
    if constexpr (sizeof(Integer) < 8) {
        return static_cast<double>(value);
    } else {
        const bool negative = value < 0;
        const uint64_t magnitude =
            negative ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
        constexpr uint64_t kLow = 0xFFF;  // 64 - 12 bits fit a double
        const bool wide = magnitude >> 53 != 0;
        const uint64_t kept = wide && (magnitude & kLow) != 0 ? (magnitude & ~kLow) | (kLow + 1) : magnitude;
        const double result = static_cast<double>(kept);
        return negative ? -result : result;
    }
}

template <typename Integer, typename Float>
Integer TruncateSaturating(Float value) {
    constexpr Float kEnd = static_cast<Float>(std::numeric_limits<Integer>::max() / 2 + 1) * Float{2};
    constexpr Float kLowest = static_cast<Float>(std::numeric_limits<Integer>::min());
    if (value != value) {
        return 0;
    }
    if (value >= kEnd) {
        return std::numeric_limits<Integer>::max();
    }
    if (value <= kLowest) {
        return std::numeric_limits<Integer>::min();
    }
    return static_cast<Integer>(value);
}

template <typename To, typename From>
To Convert(From from) {
    if constexpr (std::is_same_v<To, From>) {
        return from;
    } else if constexpr (std::is_same_v<From, Bool8>) {
        return Convert<To>(static_cast<uint8_t>(from.byte != 0));
    } else if constexpr (kIsFloat16<From>) {
        return Convert<To>(static_cast<float>(from));
    } else if constexpr (std::is_same_v<To, Bool8>) {
        return Bool8{static_cast<uint8_t>(from != From{0})};
    } else if constexpr (kIsFloat16<To>) {
        if constexpr (std::is_same_v<From, float>) {
            return To(from);
        } else if constexpr (std::is_same_v<From, double>) {
            return To(RoundToOdd(from));
        } else {
            return To(RoundToOdd(IntegerToOddDouble(from)));
        }
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        return TruncateSaturating<To>(from);
    } else {
        return static_cast<To>(from);
    }
}

}  // namespace aclnn_cpu::simd
