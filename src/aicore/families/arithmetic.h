// Elementary functions and comparisons of one element, as the table's results write them. Compiled per instruction
// set, like element.h and by its rules: internal linkage, branch-free, plain multiplications and additions.
#pragma once

#include <cstdint>

namespace aclnn_cpu::aicore {
namespace {

template <typename To, typename From>
inline To Bits(From from) {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

// e^x = 2^n e^r, r = x - n ln 2 in two parts, |r| <= ln(2)/2. The polynomial for (e^r - 1 - r) / r^2 is the minimax
// one of degree 4, its coefficients rounded to float one after the other (relative error of e^r 3.2e-9). r's low
// part joins the small terms, so that little more than the last two roundings is left: at most 0.9 ulp,
// subnormal results included.
inline float ExpOf(float x) {
    constexpr float kLog2E = 1.44269504f;
    constexpr float kLn2High = 0.693359375f;    // 9 bits of mantissa: n times it is exact
    constexpr float kLn2Low = -2.12194440e-4f;  // ln 2 - kLn2High
    constexpr float kRound = 0x1.8p23f;         // adding it rounds to an integer, found in the low bits
    float v = x < -105.0f ? -105.0f : x;        // e^-105 rounds to 0, e^90 to infinity
    v = v > 90.0f ? 90.0f : v;
    const float rounded = v * kLog2E + kRound;
    const float n = rounded - kRound;
    const float high = v - n * kLn2High;
    const float low = n * kLn2Low;
    const float r = high - low;
    float p = 0x1.6ac74ep-10f;
    p = p * r + 0x1.123dep-7f;
    p = p * r + 0x1.555858p-5f;
    p = p * r + 0x1.55548cp-3f;
    p = p * r + 0x1.fffffcp-2f;
    const float e_r = 1.0f + (high + (r * r * p - low));
    // 2^n in two factors: it may be below the smallest normal number or above the largest.
    const int32_t power = static_cast<int32_t>(Bits<uint32_t>(rounded) - Bits<uint32_t>(kRound));
    const int32_t half = power >> 1;
    const float scale = Bits<float>(static_cast<uint32_t>(half + 127) << 23);
    const float rest = Bits<float>(static_cast<uint32_t>(power - half + 127) << 23);
    return e_r * scale * rest;
}

// ln x = e ln 2 + 2 artanh((m - 1) / (m + 1)), x = m 2^e, m in [sqrt(1/2), sqrt(2)), in double. Series to
// s^13: relative error below 2e-12; largest error of the float 0.501 ulp.
inline float LnOf(float x) {
    constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDu;
    constexpr double kRound = 0x1.8p52;
    constexpr double kLn2 = 0.6931471805599453;
    const uint64_t bits = Bits<uint64_t>(static_cast<double>(x));
    const uint64_t biased = (bits - kSqrtHalf + (uint64_t(1024) << 52)) >> 52;  // e + 1024
    const uint64_t mantissa = bits - (biased << 52) + (uint64_t(1024) << 52);
    const double m = Bits<double>(mantissa);
    const double e = Bits<double>(Bits<uint64_t>(kRound) + biased) - (kRound + 1024.0);
    const double s = (m - 1.0) / (m + 1.0);
    const double s2 = s * s;
    double p = 1.0 / 13;
    p = p * s2 + 1.0 / 11;
    p = p * s2 + 1.0 / 9;
    p = p * s2 + 1.0 / 7;
    p = p * s2 + 1.0 / 5;
    p = p * s2 + 1.0 / 3;
    p = p * s2 + 1.0;
    float result = static_cast<float>(e * kLn2 + 2.0 * s * p);
    result = x == __builtin_inff() ? x : result;
    result = x == 0.0f ? -__builtin_inff() : result;
    result = x < 0.0f ? __builtin_nanf("") : result;
    return x != x ? x : result;
}

inline float SqrtOf(float x) { return __builtin_sqrtf(x); }

inline float AbsOf(float x) { return Bits<float>(Bits<uint32_t>(x) & 0x7FFFFFFFu); }
template <typename I>
inline I AbsOf(I x) {
    return x < 0 ? -x : x;
}

// NaN wins; +0 is larger than -0.
inline float MaxOf(float a, float b) {
    float result = a > b ? a : b;
    result = a == b ? Bits<float>(Bits<uint32_t>(a) & Bits<uint32_t>(b)) : result;
    return a != a ? a : result;
}
inline float MinOf(float a, float b) {
    float result = a < b ? a : b;
    result = a == b ? Bits<float>(Bits<uint32_t>(a) | Bits<uint32_t>(b)) : result;
    return a != a ? a : result;
}
template <typename I>
inline I MaxOf(I a, I b) {
    return a > b ? a : b;
}
template <typename I>
inline I MinOf(I a, I b) {
    return a < b ? a : b;
}

inline float ReluOf(float x) { return x != x ? x : (x > 0.0f ? x : 0.0f); }
template <typename I>
inline I ReluOf(I x) {
    return x > 0 ? x : I(0);
}

}  // namespace
}  // namespace aclnn_cpu::aicore
