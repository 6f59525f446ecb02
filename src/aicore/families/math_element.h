// What one element of a function of the mathematics table computes: in double, rounded once to float, so that
// the error is hardly more than half an ulp. As in element.h: internal linkage, branch-free, plain
// multiplications and additions only, the same bits for every instruction set.
//
// Errors stay below kMathUlps (instructions.h), on all floats unless a function gives a domain. Polynomials
// are Chebyshev fits of the functions named, made with 40 digits.
#pragma once

#include "aicore/families/element.h"

namespace aclnn_cpu::aicore {
namespace {

constexpr double kInfinity = __builtin_inf();
constexpr double kNan = __builtin_nan("");
constexpr double kHalfPi = 1.5707963267948966;
constexpr double kPi = 3.141592653589793;
constexpr double kLn2Of = 0.6931471805599453;
constexpr double kIntegralDouble = 0x1p52;  // from here on every double is integral
constexpr double kRoundDouble = 0x1.8p52;   // adding it rounds to an integer, found in the low bits

// Coefficients from the highest power down.
template <typename... Rest>
inline double Polynomial(double x, double highest, Rest... rest) {
    double p = highest;
    ((p = p * x + rest), ...);
    return p;
}

inline double Magnitude(double x) { return Bits<double>(Bits<uint64_t>(x) & ~(uint64_t(1) << 63)); }
inline double WithSign(double magnitude, double sign) {
    return Bits<double>(Bits<uint64_t>(magnitude) | (Bits<uint64_t>(sign) & (uint64_t(1) << 63)));
}
inline double TruncateDouble(double x) {
    const double magnitude = Magnitude(x);
    const double nearest = (magnitude + kIntegralDouble) - kIntegralDouble;
    const double below = nearest > magnitude ? nearest - 1.0 : nearest;
    return magnitude < kIntegralDouble ? WithSign(below, x) : x;
}

// e^x, relative error 1e-14. Below e^-708 it stays there, which is 0 as a float; from e^709.4 on it is
// infinity.
inline double ExpWide(double x) {
    constexpr double kLog2E = 1.4426950408889634;
    constexpr double kLn2High = 0x1.62e42fee00000p-1;  // 33 bits: n times it is exact
    constexpr double kLn2Low = 1.9082149292705877e-10;
    double v = x < -708.0 ? -708.0 : x;
    v = v > 709.9 ? 709.9 : v;
    const double rounded = v * kLog2E + kRoundDouble;
    const double n = rounded - kRoundDouble;
    const double r = (v - n * kLn2High) - n * kLn2Low;
    const double e_r = Polynomial(r, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
                                  1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0);
    // n + 1023 as the exponent; the bits of kRoundDouble itself leave at the top.
    return e_r * Bits<double>((Bits<uint64_t>(rounded) + 1023u) << 52);
}

// ln x for a normal x > 0, relative error 1e-15; infinity and NaN stay. As LnOf, with two more terms.
inline double LogWide(double x) {
    constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDu;
    const uint64_t bits = Bits<uint64_t>(x);
    const uint64_t biased = (bits - kSqrtHalf + (uint64_t(1024) << 52)) >> 52;  // e + 1024
    const double m = Bits<double>(bits - (biased << 52) + (uint64_t(1024) << 52));
    const double e = Bits<double>(Bits<uint64_t>(kRoundDouble) + biased) - (kRoundDouble + 1024.0);
    const double s = (m - 1.0) / (m + 1.0);
    const double p =
        Polynomial(s * s, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0);
    const double result = e * kLn2Of + 2.0 * s * p;
    return x < kInfinity ? result : x;
}

// ---- logarithms and powers

inline float LogTimes(float a, double factor) {
    const double x = a;
    double result = LogWide(x) * factor;
    result = x == 0.0 ? -kInfinity : result;
    return static_cast<float>(x < 0.0 ? kNan : result);
}
inline float LogOf(float a) { return LogTimes(a, 1.0); }
inline float Log2Of(float a) { return LogTimes(a, 1.4426950408889634); }
inline float Log10Of(float a) { return LogTimes(a, 0.43429448190325182); }

inline float ExpTaylorOf(float x) { return static_cast<float>(ExpWide(x)); }

// a^b; special cases as C's pow.
inline float PowerOf(float a, float b) {
    const double x = a;
    const double y = b;
    const double magnitude = Magnitude(x);
    double logarithm = LogWide(magnitude);
    logarithm = magnitude == 0.0 ? -kInfinity : logarithm;
    const double exponent = logarithm == 0.0 ? 0.0 : y * logarithm;
    double result = ExpWide(exponent);
    const bool integral = TruncateDouble(y) == y;
    const double half = y * 0.5;
    const double odd_sign = integral & (TruncateDouble(half) != half) ? x : 0.0;
    result = WithSign(result, odd_sign);
    result = (x < 0.0) & (x > -kInfinity) & !integral ? kNan : result;
    result = (x != x) | (y != y) ? kNan : result;
    result = (x == 1.0) | (y == 0.0) ? 1.0 : result;
    return static_cast<float>(result);
}

// Wraps; a negative power is the reciprocal truncated to an integer, and 0 for the base 0.
inline int32_t PowerOf(int32_t a, int32_t b) {
    uint32_t rest = static_cast<uint32_t>(b < 0 ? -b : b);
    uint32_t base = static_cast<uint32_t>(a);
    uint32_t power = 1;
    for (int bit = 0; bit < 32; ++bit) {
        power *= (rest & 1u) != 0 ? base : 1u;
        base *= base;
        rest >>= 1;
    }
    const auto result = static_cast<int32_t>(power);
    const int32_t reciprocal = (result == 1) | (result == -1) ? result : 0;
    return b < 0 ? reciprocal : result;
}

// The remainder with the sign of a; exact for |a / b| < 2^28, beyond that the rounded a - trunc(a / b) b.
inline float FmodOf(float a, float b) {
    const double x = a;
    const double y = b;
    double rest = x - TruncateDouble(x / y) * y;
    rest = (Magnitude(y) == kInfinity) & (Magnitude(x) < kInfinity) ? x : rest;
    return static_cast<float>(WithSign(Magnitude(rest), x));
}

// ---- signs and sigmoids

inline float SignOf(float x) { return x > 0.0f ? 1.0f : (x < 0.0f ? -1.0f : 0.0f); }  // exact; 0 for NaN

inline float SigmoidOf(float x) { return static_cast<float>(1.0 / (1.0 + ExpWide(-double(x)))); }

inline float TanhOf(float a) {
    const double x = a;
    const double e = ExpWide(2.0 * (x > 20.0 ? 20.0 : x));
    const double small = x * (1.0 - x * x * (1.0 / 3));
    return static_cast<float>(Magnitude(x) < 0x1p-10 ? small : (e - 1.0) / (e + 1.0));
}

// x / (1 + e^(-beta x)) as written: NaN where that is infinity over infinity.
inline double SwishWide(double x, double beta) { return x / (1.0 + ExpWide(-beta * x)); }
inline float SwishOf(float x, float beta) { return static_cast<float>(SwishWide(x, beta)); }
inline float SwiGluOf(float a, float b, float beta) {
    return static_cast<float>(double(a) * SwishWide(b, beta));
}

// The tanh form of GELU.
inline double GeluWide(double x) {
    return x / (1.0 + ExpWide(-1.5957691216057308 * (x + 0.044715 * x * x * x)));
}
inline float GeluOf(float x) { return static_cast<float>(GeluWide(x)); }
inline float FasterGeluOf(float x) { return static_cast<float>(SwishWide(x, 1.702)); }
inline float GeGluOf(float a, float b) {
    const double x = b;
    const double power = -0.0713548162726 * (x * x * x + 22.363860002236 * x);
    return static_cast<float>(double(a) * (x / (1.0 + ExpWide(power))));
}

// x (sgn(x) (0.5 - 0.1444 t^2) + 0.5), t = min(|0.7071 x|, 1.769) - 1.769.
inline float FasterGeluV2Of(float a) {
    const double x = a;
    const double scaled = Magnitude(0.7071 * x);
    const double t = (scaled > 1.769 ? 1.769 : scaled) - 1.769;
    const double p = 0.1444 * t * t;
    return static_cast<float>(x * (x < 0.0 ? p : 1.0 - p));
}

// ---- the error function

// erf(x) / x in z = x^2 for |x| <= 1: relative error 4e-16.
inline double ErfOverX(double z) {
    return Polynomial(z, 0x1.43f6d0dee7032p-27, -0x1.462a758d4591dp-23, 0x1.b5d3ea9fd0b5ap-20,
                      -0x1.f4684782919e8p-17, 0x1.f99c295886f05p-14, -0x1.c02d67e37081ep-11,
                      0x1.565bcb082cca2p-8, -0x1.b82ce3026aae0p-6, 0x1.ce2f21a000d30p-4,
                      -0x1.812746b037352p-2, 0x1.20dd750429b6bp+0);
}
// erfc(x) for 0.9 <= x: e^(-x^2) times a polynomial in (x - 4) / (x + 4), relative error 2e-12. Beyond 11 it
// is 0 as a float.
inline double ErfcOfLarge(double x) {
    const double v = x > 11.0 ? 11.0 : x;
    const double p = Polynomial((v - 4.0) / (v + 4.0), -0x1.6d84dd46b1420p-18, -0x1.65e553c310b61p-16,
                                0x1.5593b1068ff49p-14, -0x1.6d591da3d99aep-16, -0x1.a354e43c42bfap-11,
                                0x1.0a16e20b6d5a4p-8, -0x1.a4de0a17dcf11p-7, 0x1.0066e6cadb686p-5,
                                -0x1.027d58ff893a8p-4, 0x1.be502c08e91bfp-4, -0x1.506666efedff5p-3,
                                0x1.bff01a6006dbfp-3, -0x1.094922737bcf0p-2, 0x1.18932bf08db84p-3);
    return p * ExpWide(-v * v);
}
inline float ErfOf(float a) {
    const double x = a;
    const double magnitude = Magnitude(x);
    const double large = WithSign(1.0 - ErfcOfLarge(magnitude), x);
    return static_cast<float>(magnitude > 1.0 ? large : x * ErfOverX(x * x));
}
inline float ErfcOf(float a) {
    const double x = a;
    const double magnitude = Magnitude(x);
    const double large = ErfcOfLarge(magnitude);
    const double outside = x < 0.0 ? 2.0 - large : large;
    return static_cast<float>(magnitude > 1.0 ? outside : 1.0 - x * ErfOverX(x * x));
}

// ---- circular functions; NaN beyond |x| = 2^30 (the reference takes |x| <= 65504)

struct Angle {
    double sine;    // of what is left, |left| <= pi / 4
    double cosine;  // of it
    uint64_t quarters;
};
inline Angle Reduce(double x) {
    // pi / 2 in three parts; the first two have 22 bits, so that their products are exact.
    constexpr double kFirst = 0x1.921fbp+0;
    constexpr double kSecond = 0x1.5110bp-22;
    constexpr double kThird = 0x1.18469898cc517p-44;
    const double v = Magnitude(x) <= 0x1p30 ? x : kNan;
    const double rounded = v * 0.63661977236758134 + kRoundDouble;
    const double n = rounded - kRoundDouble;
    const double r = ((v - n * kFirst) - n * kSecond) - n * kThird;
    const double z = r * r;
    const double sine =
        r * Polynomial(z, 0x1.5d87520e073a2p-33, -0x1.ae5e37985bcaap-26, 0x1.71de3530452f6p-19,
                       -0x1.a01a019ba8e2ap-13, 0x1.111111110f3d8p-7, -0x1.5555555555543p-3, 1.0);
    const double cosine =
        Polynomial(z, -0x1.8f760c22f7e1ep-37, 0x1.1ee96ccb92766p-29, -0x1.27e4f7279c7b3p-22,
                   0x1.a01a019b1da27p-16, -0x1.6c16c16c139ffp-10, 0x1.5555555555536p-5, -0.5, 1.0);
    return {sine, cosine, Bits<uint64_t>(rounded)};
}
inline float SineOfTurned(const Angle& angle, uint64_t turned) {
    const uint64_t quarters = angle.quarters + turned;
    const double value = (quarters & 1u) != 0 ? angle.cosine : angle.sine;
    return static_cast<float>(Bits<double>(Bits<uint64_t>(value) ^ ((quarters & 2u) << 62)));
}
inline float SinOf(float x) { return SineOfTurned(Reduce(x), 0); }
inline float CosOf(float x) { return SineOfTurned(Reduce(x), 1); }
inline float TanOf(float x) {
    const Angle angle = Reduce(x);
    const bool odd = (angle.quarters & 1u) != 0;
    return static_cast<float>((odd ? -angle.cosine : angle.sine) / (odd ? angle.sine : angle.cosine));
}

// asin(x) / x in z = x^2 for z <= 1/4: relative error 3e-16.
inline double AsinOverX(double z) {
    return Polynomial(z, 0x1.021659327e6e5p-5, -0x1.7f2ce99e0156ep-7, 0x1.2b1cd476b1c38p-6,
                      0x1.333f85330f85dp-7, 0x1.d56066c654b2cp-7, 0x1.1baaecb4eec8fp-6, 0x1.6e9740e5abf98p-6,
                      0x1.f1c697a163448p-6, 0x1.6db6dd2b7465cp-5, 0x1.33333330316f7p-4, 0x1.55555555575c2p-3,
                      1.0);
}
// 2 asin(sqrt((1 - x) / 2)) = acos(x) for 1/2 <= x <= 1; NaN for x > 1.
inline double AcosOfLarge(double x) {
    const double w = (1.0 - x) * 0.5;
    return 2.0 * __builtin_sqrt(w) * AsinOverX(w);
}
inline float AsinOf(float a) {  // [-1, 1], NaN outside
    const double x = a;
    const double magnitude = Magnitude(x);
    const double large = WithSign(kHalfPi - AcosOfLarge(magnitude), x);
    return static_cast<float>(magnitude <= 0.5 ? x * AsinOverX(x * x) : large);
}
inline float AcosOf(float a) {  // [-1, 1], NaN outside
    const double x = a;
    const double magnitude = Magnitude(x);
    const double large = AcosOfLarge(magnitude);
    return static_cast<float>(magnitude <= 0.5 ? kHalfPi - x * AsinOverX(x * x)
                                               : (x < 0.0 ? kPi - large : large));
}
inline float AtanOf(float a) {
    const double x = a;
    const double magnitude = Magnitude(x);
    const double u = magnitude > 1.0 ? 1.0 / magnitude : magnitude;
    // atan(u) / u in u^2 for u <= 1: relative error 3e-13.
    const double inner =
        u * Polynomial(u * u, 0x1.657b3ba0095aep-13, -0x1.807a77421f2f7p-10, 0x1.850bdf56a80b6p-8,
                       -0x1.f323674b044a5p-7, 0x1.d17abe7889664p-6, -0x1.5ab9279e2b201p-5,
                       0x1.bf2393efe8459p-5, -0x1.0bb9539dc5436p-4, 0x1.39e23d1599a8ep-4,
                       -0x1.742d65ac65c77p-4, 0x1.c717834559cfep-4, -0x1.24922161af34dp-3,
                       0x1.999998469d323p-3, -0x1.5555555316212p-2, 0x1.ffffffffff5ccp-1);
    return static_cast<float>(WithSign(magnitude > 1.0 ? kHalfPi - inner : inner, x));
}

// ---- hyperbolic functions

inline float SinhOf(float a) {
    const double x = a;
    const double z = x * x;
    const double e = ExpWide(x);
    const double small =
        x * Polynomial(z, 0x1.b0773c2e5ebe2p-26, 0x1.71dd0f7d0a2b7p-19, 0x1.a01a023b1c5b9p-13,
                       0x1.11111110ecbaep-7, 0x1.555555555561dp-3, 1.0);
    return static_cast<float>(Magnitude(x) < 0.5 ? small : (e - 1.0 / e) * 0.5);
}
inline float CoshOf(float a) {
    const double e = ExpWide(a);
    return static_cast<float>((e + 1.0 / e) * 0.5);
}
inline float AsinhOf(float a) {
    const double x = a;
    const double magnitude = Magnitude(x);
    const double z = x * x;
    const double large = WithSign(LogWide(magnitude + __builtin_sqrt(z + 1.0)), x);
    return static_cast<float>(magnitude < 0x1p-10 ? x * (1.0 - z * (1.0 / 6)) : large);
}
inline float AcoshOf(float a) {  // [1, infinity], NaN below
    const double x = a;
    const double result = LogWide(x + __builtin_sqrt(x * x - 1.0));
    return static_cast<float>(x < 1.0 ? kNan : result);
}
inline float AtanhOf(float a) {  // [-1, 1], NaN outside
    const double x = a;
    const double magnitude = Magnitude(x);
    const double large = WithSign(0.5 * LogWide((1.0 + magnitude) / (1.0 - magnitude)), x);
    const double result = magnitude < 0x1p-10 ? x * (1.0 + x * x * (1.0 / 3)) : large;
    return static_cast<float>(magnitude > 1.0 ? kNan : result);
}

}  // namespace
}  // namespace aclnn_cpu::aicore
