// Reference: the value of every 16-bit pattern computed in double from sign, exponent and mantissa; rounding
// checked against the nearest of the two neighbouring patterns in double.
#include "ascendc/float16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

double ValueOf(uint16_t bits, int exponent_bits, int mantissa_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
    const int mantissa = bits & ((1 << mantissa_bits) - 1);
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == (1 << exponent_bits) - 1) {
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * HUGE_VAL;
    }
    const double significand = exponent == 0 ? mantissa : mantissa + (1 << mantissa_bits);
    return sign * std::ldexp(significand, std::max(exponent, 1) - bias - mantissa_bits);
}

template <typename T>
void ExpectEveryPatternWidensExactlyAndReturns(int exponent_bits, int mantissa_bits) {
    for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const double expected = ValueOf(static_cast<uint16_t>(bits), exponent_bits, mantissa_bits);
        const float widened = T::FromBits(static_cast<uint16_t>(bits));
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(widened)) << std::hex << bits;
            ASSERT_TRUE(std::isnan(float(T(widened)))) << std::hex << bits;
            continue;
        }
        ASSERT_EQ(widened, expected) << std::hex << bits;
        ASSERT_EQ(T(widened).bits(), bits) << std::hex << bits;
    }
}

// Between two neighbouring finite patterns: just below the middle, the middle (to even) and just above it.
template <typename T>
void ExpectRoundsToNearestEven(uint32_t largest_finite) {
    for (uint32_t low = 0; low < largest_finite; ++low) {
        const float a = T::FromBits(static_cast<uint16_t>(low));
        const float b = T::FromBits(static_cast<uint16_t>(low + 1));
        const float middle = static_cast<float>((double(a) + double(b)) / 2);
        const uint32_t even = (low & 1) == 0 ? low : low + 1;
        ASSERT_EQ(T(middle).bits(), even) << std::hex << low;
        ASSERT_EQ(T(std::nextafter(middle, a)).bits(), low) << std::hex << low;
        ASSERT_EQ(T(std::nextafter(middle, b)).bits(), low + 1) << std::hex << low;
        ASSERT_EQ(T(-middle).bits(), even | 0x8000u) << std::hex << low;
    }
}

TEST(Float16, EveryHalfWidensExactlyAndReturns) { ExpectEveryPatternWidensExactlyAndReturns<half>(5, 10); }
TEST(Float16, EveryBFloat16WidensExactlyAndReturns) {
    ExpectEveryPatternWidensExactlyAndReturns<bfloat16_t>(8, 7);
}
TEST(Float16, HalfRoundsToNearestEven) { ExpectRoundsToNearestEven<half>(0x7BFF); }
TEST(Float16, BFloat16RoundsToNearestEven) { ExpectRoundsToNearestEven<bfloat16_t>(0x7F7F); }

TEST(Float16, OverflowGivesInfinity) {
    EXPECT_EQ(half(65519.996f).bits(), 0x7BFF);
    EXPECT_EQ(half(65520.0f).bits(), 0x7C00);
    EXPECT_EQ(half(-1e30f).bits(), 0xFC00);
    EXPECT_EQ(bfloat16_t(3.3895314e38f).bits(), 0x7F7F);
    EXPECT_EQ(bfloat16_t(3.40e38f).bits(), 0x7F80);
}

TEST(Float16, ArithmeticRoundsOnce) {
    half value(1.0f);
    value += 0x1p-11f;  // a tie: stays at the even 1
    EXPECT_EQ(value.bits(), 0x3C00);
    value += 3 * 0x1p-11f;  // a tie again, towards the even 1 + 2^-9
    EXPECT_EQ(value.bits(), 0x3C02);
}

}  // namespace
