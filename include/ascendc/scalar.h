// What the scalar unit computes: conversions of single values, counting of bits, sizes rounded to multiples.
#ifndef ACLNN_CPU_ASCENDC_SCALAR_H
#define ACLNN_CPU_ASCENDC_SCALAR_H

#include <cstdint>
#include <type_traits>

#include "ascendc/emulator.h"
#include "ascendc/enums.h"
#include "ascendc/float16.h"

namespace aclnn_cpu::aicore {

// A float converted to one element of type kInt32 or kHalf, as the vector unit's Cast does; the bits of the
// result.
ACLNN_CPU_AICORE_API uint32_t ConvertFloat(float value, ElementType to, AscendC::RoundMode mode);

}  // namespace aclnn_cpu::aicore

namespace AscendC {

// Rounds to nearest even.
inline bfloat16_t ToBfloat16(const float& value) { return bfloat16_t(value); }
inline bfloat16_t Cast(const float& value) { return bfloat16_t(value); }

// Of a number of any type; a float stays what it is.
template <typename T, typename = std::enable_if_t<std::is_convertible_v<T, float>>>
constexpr float ToFloat(const T& value) {
    return static_cast<float>(value);
}
inline float Cast(const bfloat16_t& value) { return float(value); }

// float to half (CAST_ODD only) and to int32_t (CAST_ROUND, CAST_CEIL, CAST_FLOOR and CAST_RINT; saturates,
// NaN gives 0).
template <typename T, typename U, RoundMode roundMode>
inline U ScalarCast(T value) {
    static_assert(std::is_same_v<T, float>, "ScalarCast takes a float");
    static_assert(
        (std::is_same_v<U, half> && roundMode == RoundMode::CAST_ODD) ||
            (std::is_same_v<U, int32_t> &&
             (roundMode == RoundMode::CAST_ROUND || roundMode == RoundMode::CAST_CEIL ||
              roundMode == RoundMode::CAST_FLOOR || roundMode == RoundMode::CAST_RINT)),
        "ScalarCast gives a half with CAST_ODD, or an int32_t with CAST_ROUND, CAST_CEIL, CAST_FLOOR or "
        "CAST_RINT");
    const uint32_t bits =
        aclnn_cpu::aicore::ConvertFloat(value, aclnn_cpu::aicore::ElementTypeOf<U>(), roundMode);
    if constexpr (std::is_same_v<U, half>) {
        return half::FromBits(static_cast<uint16_t>(bits));
    } else {
        return static_cast<int32_t>(bits);
    }
}
template <typename T, typename U, RoundMode roundMode>
inline U Cast(T value) {
    return ScalarCast<T, U, roundMode>(value);
}

// How many bits of the value are `countValue` (0 or 1).
template <int countValue>
inline int64_t GetBitCount(uint64_t value) {
    static_assert(countValue == 0 || countValue == 1, "a bit is 0 or 1");
    return __builtin_popcountll(countValue == 1 ? value : ~value);
}
template <int countValue>
inline int64_t ScalarGetCountOfValue(uint64_t value) {
    return GetBitCount<countValue>(value);
}
// Zeros above the highest set bit; 64 for 0.
inline int64_t CountLeadingZero(uint64_t value) { return value == 0 ? 64 : __builtin_clzll(value); }
inline int64_t ScalarCountLeadingZero(uint64_t value) { return CountLeadingZero(value); }
// Bits below the sign bit that equal it; -1 for 0 and -1, which have no other bit.
inline int64_t CountBitsCntSameAsSignBit(int64_t value) {
    return value == 0 || value == -1 ? -1 : __builtin_clrsbll(value);
}
// The lowest bit that is `countValue`; -1 when there is none.
template <int countValue>
inline int64_t GetSFFValue(uint64_t value) {
    static_assert(countValue == 0 || countValue == 1, "a bit is 0 or 1");
    return int64_t(__builtin_ffsll(static_cast<long long>(countValue == 1 ? value : ~value))) - 1;
}
template <int countValue>
inline int64_t ScalarGetSFFValue(uint64_t value) {
    return GetSFFValue<countValue>(value);
}

constexpr uint32_t DivCeil(uint32_t a, uint32_t b) { return (a + b - 1) / b; }
constexpr uint32_t AlignUp(uint32_t a, uint32_t b) { return DivCeil(a, b) * b; }
// 0 for a divisor of 0.
constexpr int32_t CeilDivision(int32_t num1, int32_t num2) {
    return num2 == 0 ? 0 : (num1 + num2 - 1) / num2;
}

}  // namespace AscendC

#endif
