// half and bfloat16_t: the 16-bit floats of kernels and of host code that touches their bytes.
//
// A value is its 16 bits. Every arithmetic operation widens to float, computes, and rounds once to nearest
// even, as the chip does after each instruction. Conversions keep infinities, NaN (made quiet) and
// subnormals.
#ifndef ACLNN_CPU_ASCENDC_FLOAT16_H
#define ACLNN_CPU_ASCENDC_FLOAT16_H

#include <cstdint>
#include <type_traits>

namespace aclnn_cpu_float16 {

template <typename To, typename From>
constexpr To BitCast(From from) {
    return __builtin_bit_cast(To, from);
}

constexpr float HalfBitsToFloat(uint16_t bits) {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1Fu;
    const uint32_t mantissa = bits & 0x3FFu;
    if (exponent == 0x1F) {  // infinity or NaN; a NaN comes out quiet
        const uint32_t quiet = mantissa != 0 ? 0x400000u : 0u;
        return BitCast<float>(sign | 0x7F800000u | quiet | (mantissa << 13));
    }
    if (exponent == 0) {  // zero or subnormal: the mantissa counts units of 2^-24
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return BitCast<float>(sign | BitCast<uint32_t>(magnitude));
    }
    return BitCast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

// Rounds to nearest even; overflow gives infinity.
constexpr uint16_t FloatToHalfBits(float value) {
    const uint32_t bits = BitCast<uint32_t>(value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
    const uint32_t magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) {
        return static_cast<uint16_t>(sign | 0x7E00u | ((magnitude >> 13) & 0x3FFu));
    }
    if (magnitude >= 0x477FF000u) {  // 65520 and above round to infinity
        return static_cast<uint16_t>(sign | 0x7C00u);
    }
    if (magnitude <
        0x38800000u) {  // below 2^-14: adding 0.5 leaves the subnormal, rounded to even, in the low bits
        const float shifted = BitCast<float>(magnitude) + 0.5f;
        return static_cast<uint16_t>(sign | (BitCast<uint32_t>(shifted) - 0x3F000000u));
    }
    const uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<uint16_t>(sign | ((magnitude - 0x38000000u + 0xFFFu + odd) >> 13));
}

constexpr float BFloat16BitsToFloat(uint16_t bits) {
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    const bool is_nan = (wide & 0x7FFFFFFFu) > 0x7F800000u;
    return BitCast<float>(is_nan ? (wide | 0x400000u) : wide);
}

// Rounds to nearest even; overflow gives infinity.
constexpr uint16_t FloatToBFloat16Bits(float value) {
    const uint32_t bits = BitCast<uint32_t>(value);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) {
        return static_cast<uint16_t>((bits >> 16) | 0x40u);
    }
    return static_cast<uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

// A 16-bit float whose format is given by two conversion functions.
template <float (*ToFloat)(uint16_t), uint16_t (*FromFloat)(float)>
class Float16 {
 public:
    Float16() = default;
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    constexpr Float16(T value)
        : bits_(FromFloat(static_cast<float>(value))) {}  // implicit: kernels write half x = 0.5f

    static constexpr Float16 FromBits(uint16_t bits) {
        Float16 value(0.0f);
        value.bits_ = bits;
        return value;
    }
    constexpr uint16_t bits() const { return bits_; }
    constexpr operator float() const { return ToFloat(bits_); }

    constexpr Float16& operator+=(float other) { return *this = Float16(float(*this) + other); }
    constexpr Float16& operator-=(float other) { return *this = Float16(float(*this) - other); }
    constexpr Float16& operator*=(float other) { return *this = Float16(float(*this) * other); }
    constexpr Float16& operator/=(float other) { return *this = Float16(float(*this) / other); }

 private:
    uint16_t bits_;
};

}  // namespace aclnn_cpu_float16

// Global names: on the device they are built-in types.
using half =
    aclnn_cpu_float16::Float16<aclnn_cpu_float16::HalfBitsToFloat, aclnn_cpu_float16::FloatToHalfBits>;
using bfloat16_t = aclnn_cpu_float16::Float16<aclnn_cpu_float16::BFloat16BitsToFloat,
                                              aclnn_cpu_float16::FloatToBFloat16Bits>;

static_assert(sizeof(half) == 2 && sizeof(bfloat16_t) == 2);
static_assert(std::is_trivially_copyable_v<half> && std::is_trivially_default_constructible_v<half>);

#endif
