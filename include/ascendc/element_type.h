// Element types as the emulated core knows them, and sets of them and of rounding modes as the instruction
// table writes them.
#ifndef ACLNN_CPU_ASCENDC_ELEMENT_TYPE_H
#define ACLNN_CPU_ASCENDC_ELEMENT_TYPE_H

#include <cstdint>
#include <type_traits>

#include "ascendc/float16.h"
#include "ascendc/int4.h"

namespace aclnn_cpu::aicore {

enum class ElementType : uint8_t {
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kHalf,
    kBFloat16,
    kInt32,
    kUint32,
    kFloat,
    kInt64,
    kUint64,
    kDouble,
    kInt4,  // two to a byte
    kCount,
};

// Bytes of an element; of the byte it is in for kInt4. Two bits per type, the exponent of 2, from the first type
// up: every instruction asks, and branches would cost it more than its check.
constexpr uint32_t SizeOf(ElementType type) {
    constexpr uint32_t kExponents = 0b11'00'11'11'11'10'10'10'01'01'01'01'00'00;
    return 1u << ((kExponents >> (2 * static_cast<uint32_t>(type))) & 3u);
}
static_assert(SizeOf(ElementType::kUint8) == 1 && SizeOf(ElementType::kBFloat16) == 2 &&
              SizeOf(ElementType::kFloat) == 4 && SizeOf(ElementType::kInt64) == 8 &&
              SizeOf(ElementType::kDouble) == 8 && SizeOf(ElementType::kInt4) == 1);

// The element type of a C++ type; kCount for a type no tensor holds. Integers go by size and sign, so that
// `long` and `long long` are both kInt64; bool counts as one byte.
template <typename T>
constexpr ElementType ElementTypeOf() {
    if constexpr (std::is_same_v<T, half>) {
        return ElementType::kHalf;
    } else if constexpr (std::is_same_v<T, bfloat16_t>) {
        return ElementType::kBFloat16;
    } else if constexpr (std::is_same_v<T, float>) {
        return ElementType::kFloat;
    } else if constexpr (std::is_same_v<T, double>) {
        return ElementType::kDouble;
    } else if constexpr (std::is_same_v<T, AscendC::int4b_t>) {
        return ElementType::kInt4;
    } else if constexpr (std::is_integral_v<T>) {
        switch (sizeof(T)) {
            case 1:
                return std::is_signed_v<T> ? ElementType::kInt8 : ElementType::kUint8;
            case 2:
                return std::is_signed_v<T> ? ElementType::kInt16 : ElementType::kUint16;
            case 4:
                return std::is_signed_v<T> ? ElementType::kInt32 : ElementType::kUint32;
            default:
                return std::is_signed_v<T> ? ElementType::kInt64 : ElementType::kUint64;
        }
    } else {
        return ElementType::kCount;
    }
}

// Sets, in the short spelling of the table. Used through a using-directive where a table is expanded.
namespace table {

constexpr uint32_t Bit(ElementType type) { return 1u << static_cast<uint32_t>(type); }
inline constexpr uint32_t I8 = Bit(ElementType::kInt8);
inline constexpr uint32_t U8 = Bit(ElementType::kUint8);
inline constexpr uint32_t I16 = Bit(ElementType::kInt16);
inline constexpr uint32_t U16 = Bit(ElementType::kUint16);
inline constexpr uint32_t F16 = Bit(ElementType::kHalf);
inline constexpr uint32_t BF16 = Bit(ElementType::kBFloat16);
inline constexpr uint32_t I32 = Bit(ElementType::kInt32);
inline constexpr uint32_t U32 = Bit(ElementType::kUint32);
inline constexpr uint32_t F32 = Bit(ElementType::kFloat);
inline constexpr uint32_t I64 = Bit(ElementType::kInt64);
inline constexpr uint32_t U64 = Bit(ElementType::kUint64);
inline constexpr uint32_t F64 = Bit(ElementType::kDouble);
inline constexpr uint32_t ANY = Bit(ElementType::kInt4) - 1;  // of whole bytes
inline constexpr uint32_t ANY_32 = ANY & ~(I64 | U64 | F64);

// Rounding modes: bit number = value of AscendC::RoundMode.
inline constexpr uint32_t NONE = 1u << 0;
inline constexpr uint32_t RINT = 1u << 1;
inline constexpr uint32_t FLOOR = 1u << 2;
inline constexpr uint32_t CEIL = 1u << 3;
inline constexpr uint32_t ROUND = 1u << 4;
inline constexpr uint32_t TRUNC = 1u << 5;
inline constexpr uint32_t FIVE = RINT | FLOOR | CEIL | ROUND | TRUNC;
inline constexpr uint32_t ODD = 1u << 6;

}  // namespace table

}  // namespace aclnn_cpu::aicore

#endif
