// Every row of the mathematics table with a float type as a test case: its calls, and a reference in long
// double that follows the documented formula, not the code under test.
#pragma once

#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "aicore/chip_cases_test.h"

namespace aclnn_cpu::aicore_tests {

using namespace AscendC;

using Exact = long double;

struct MathReference {
    std::function<Exact(Exact a, Exact b, Exact s)> value;
    std::vector<float> range = {-20.0f, 20.0f};  // where samples are densest
    std::function<bool(Exact a, Exact b)> holds =
        nullptr;  // where the reference is promised; null: everywhere
};

inline constexpr Exact kNoNumber = std::numeric_limits<Exact>::quiet_NaN();

// The tanh form of GELU, simplified.
inline Exact GeluReference(Exact x) {
    return x / (1 + std::exp(-1.5957691216057308L * (x + 0.044715L * x * x * x)));
}
inline Exact SwishReference(Exact x, Exact beta) { return x / (1 + std::exp(-beta * x)); }
inline Exact FasterGeluV2Reference(Exact x) {
    const Exact scaled = std::fabs(0.7071L * x);
    const Exact t = (scaled > 1.769L ? 1.769L : scaled) - 1.769L;
    return x * (x < 0 ? 0.1444L * t * t : 1 - 0.1444L * t * t);
}
inline Exact GeGluReference(Exact a, Exact b) {
    return a * (b / (1 + std::exp(-0.0713548162726L * (b * b * b + 22.363860002236L * b))));
}
inline Exact Limited(Exact x, Exact value) { return std::fabs(x) <= 0x1p30L ? value : kNoNumber; }

inline const std::map<std::string, MathReference>& MathReferences() {
    using E = Exact;
    static const std::map<std::string, MathReference> references = {
        {"Sigmoid", {[](E a, E, E) { return 1 / (1 + std::exp(-a)); }, {-110, 110}}},
        {"Tanh", {[](E a, E, E) { return std::tanh(a); }, {-12, 12}}},
        {"Sign", {[](E a, E, E) { return a > 0   ? 1.0L
                                         : a < 0 ? -1.0L
                                                 : 0.0L; }}},
        {"Power", {[](E a, E b, E) { return std::pow(a, b); }}},
        {"PowerTensorScalar", {[](E a, E, E s) { return std::pow(a, s); }}},
        {"PowerScalarTensor", {[](E a, E, E s) { return std::pow(s, a); }}},
        {"Log", {[](E a, E, E) { return std::log(a); }, {0, 4}}},
        {"Log2", {[](E a, E, E) { return std::log2(a); }, {0, 4}}},
        {"Log10", {[](E a, E, E) { return std::log10(a); }, {0, 4}}},
        {"Floor", {[](E a, E, E) { return std::floor(a); }}},
        {"Ceil", {[](E a, E, E) { return std::ceil(a); }}},
        {"Round", {[](E a, E, E) { return std::nearbyint(a); }}},
        {"Trunc", {[](E a, E, E) { return std::trunc(a); }}},
        {"Frac", {[](E a, E, E) { return a - std::trunc(a); }}},
        {"Erf", {[](E a, E, E) { return std::erf(a); }, {-5, 5}}},
        {"Erfc", {[](E a, E, E) { return std::erfc(a); }, {-5, 11}}},
        {"Gelu", {[](E a, E, E) { return GeluReference(a); }, {-8, 8}}},
        {"FasterGelu", {[](E a, E, E) { return SwishReference(a, 1.702L); }, {-60, 60}}},
        {"FasterGeluV2", {[](E a, E, E) { return FasterGeluV2Reference(a); }, {-4, 4}}},
        {"GeGLU", {[](E a, E b, E) { return GeGluReference(a, b); }, {-8, 8}}},
        {"SwiGLU", {[](E a, E b, E s) { return a * SwishReference(b, s); }, {-40, 40}}},
        {"ReGlu", {[](E a, E b, E) { return a * (b > 0 || std::isnan(b) ? b : 0.0L); }}},
        {"Silu", {[](E a, E, E) { return SwishReference(a, 1); }, {-110, 110}}},
        {"Swish", {[](E a, E, E s) { return SwishReference(a, s); }, {-110, 110}}},
        {"Sin", {[](E a, E, E) { return Limited(a, std::sin(a)); }, {-1000, 1000}}},
        {"Cos", {[](E a, E, E) { return Limited(a, std::cos(a)); }, {-1000, 1000}}},
        {"Tan", {[](E a, E, E) { return Limited(a, std::tan(a)); }, {-1000, 1000}}},
        {"Sinh", {[](E a, E, E) { return std::sinh(a); }, {-92, 92}}},
        {"Cosh", {[](E a, E, E) { return std::cosh(a); }, {-92, 92}}},
        {"Asin", {[](E a, E, E) { return std::asin(a); }, {-1, 1}}},
        {"Acos", {[](E a, E, E) { return std::acos(a); }, {-1, 1}}},
        {"Atan", {[](E a, E, E) { return std::atan(a); }, {-4, 4}}},
        {"Asinh", {[](E a, E, E) { return std::asinh(a); }}},
        {"Acosh", {[](E a, E, E) { return std::acosh(a); }, {1, 8}}},
        {"Atanh", {[](E a, E, E) { return std::atanh(a); }, {-1, 1}}},
        {"ExpTaylor", {[](E a, E, E) { return std::exp(a); }, {-104, 89}}},
        {"Fmod",
         {[](E a, E b, E) { return std::fmod(a, b); },
          {-20, 20},
          [](E a, E b) { return !std::isfinite(a / b) || std::fabs(a / b) < 0x1p28L; }}},
        {"ClampMax", {[](E a, E, E s) { return a > s ? s : a; }}},
        {"ClampMin", {[](E a, E, E s) { return a < s ? s : a; }}},
    };
    return references;
}

// ---- values

inline float BitsToFloat(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// Special values and their neighbours, then values dense in the range, of every magnitude, and near integers.
inline std::vector<float> MathValues(size_t n, const std::vector<float>& range, uint64_t seed) {
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> values = {infinity, -infinity, std::nanf(""), FLT_MAX, -FLT_MAX, FLT_MIN,   -FLT_MIN,
                                 1e-45f,   -1e-45f,   0.0f,          -0.0f,   65504.0f, -65504.0f, 0x1p30f,
                                 -0x1p30f, 0x1.8p30f, 6e-8f,         1e30f,   -1e30f};
    for (const float special :
         {0.5f, 1.0f, 1.5f, 2.0f, 2.5f, 3.0f, 0x1p-10f, 10.0f, 88.0f, 104.0f, 0x1p23f, 0x1p24f}) {
        for (const float near : {std::nextafter(special, 0.0f), special, std::nextafter(special, infinity)}) {
            values.push_back(near);
            values.push_back(-near);
        }
    }
    std::mt19937_64 random(seed);
    while (values.size() < n) {
        const auto bits = static_cast<uint32_t>(random());
        const float unit = static_cast<float>(bits) * 0x1p-32f;
        switch (random() % 4) {
            case 0:
                values.push_back(BitsToFloat(bits));
                break;
            case 1:
                values.push_back(std::nearbyint(unit * 40.0f - 20.0f));
                break;
            default:
                values.push_back(range[0] + unit * (range[1] - range[0]));
        }
    }
    values.resize(n);
    return values;
}

// Distance of a result from the exact value, in ulps of T at that value; 0 for the same special value, huge
// for a wrong one. Signs of zeros count.
template <typename T>
double UlpsOff(T result, Exact exact) {
    constexpr int kDigits = sizeof(T) == 2 ? 11 : 24;
    constexpr int kLowest = sizeof(T) == 2 ? -14 : -126;
    const Exact largest = sizeof(T) == 2 ? 65520.0L : 0x1.ffffffp127L;  // from here on: infinity
    const double actual = static_cast<double>(static_cast<float>(result));
    if (std::isnan(exact) || std::isnan(actual)) {
        return std::isnan(exact) && std::isnan(actual) ? 0 : HUGE_VAL;
    }
    if (std::isinf(exact) || std::isinf(actual)) {
        return std::signbit(exact) == std::signbit(actual) && std::fabs(exact) >= largest * 0.99999999L
                   ? 0
                   : HUGE_VAL;
    }
    if (exact == 0 || actual == 0) {
        if (std::signbit(exact) != std::signbit(actual)) {
            return HUGE_VAL;
        }
    }
    const int exponent = exact == 0 ? kLowest : std::max(std::ilogb(exact), kLowest);
    return static_cast<double>(std::fabs(actual - exact) / std::ldexp(1.0L, exponent - kDigits + 1));
}

// ---- the calls

template <typename T>
struct MathTensors {
    LocalTensor<T> d, a, b;
    LocalTensor<uint8_t> tmp;
    T s;
};

// As the table's forms: with and without a temporary buffer, of `n` elements and of the whole first source.
template <typename T>
struct MathRow {
    using Call = void (*)(MathTensors<T>&, uint32_t n);
    const char* name;
    Opcode opcode;
    std::vector<Call> counted;  // with and without a temporary buffer
    std::vector<Call> whole;
};

#define MATH_CALL(...) [](MathTensors<T>& t, [[maybe_unused]] uint32_t n) { __VA_ARGS__; }
#define UNARY_ROW(Name, f, ...)                                               \
    {#Name,                                                                   \
     Opcode::k##Name,                                                         \
     {MATH_CALL(f(t.d, t.a, n)), MATH_CALL(f<T, false>(t.d, t.a, t.tmp, n))}, \
     {MATH_CALL(f(t.d, t.a)), MATH_CALL(f<T, false>(t.d, t.a, t.tmp))}},
#define COUNTED_ROW(Name, f, ...) \
    {#Name, Opcode::k##Name, {MATH_CALL(f(t.d, t.a, n)), MATH_CALL(f<T, false>(t.d, t.a, t.tmp, n))}, {}},
#define BINARY_ROW(Name, f, ...)                                                        \
    {#Name,                                                                             \
     Opcode::k##Name,                                                                   \
     {MATH_CALL(f(t.d, t.a, t.b, n)), MATH_CALL(f<T, false>(t.d, t.a, t.b, t.tmp, n))}, \
     {MATH_CALL(f(t.d, t.a, t.b)), MATH_CALL(f<T, false>(t.d, t.a, t.b, t.tmp))}},
#define SHAPED_ROW(...)
#define GELU_ROW(Name)                                                                             \
    {#Name,                                                                                        \
     Opcode::k##Name,                                                                              \
     {MATH_CALL(Name(t.d, t.a, n)), MATH_CALL(Name(t.d, t.a, t.tmp, n)),                           \
      MATH_CALL(Name<T, true>(t.d, t.a, n)), MATH_CALL(Name<T, false, true>(t.d, t.a, t.tmp, n))}, \
     {}},

template <typename T>
const std::vector<MathRow<T>>& MathRows() {
    static const std::vector<MathRow<T>> rows = {
        ACLNN_CPU_MATH_INSTRUCTIONS(UNARY_ROW, COUNTED_ROW, BINARY_ROW, SHAPED_ROW) GELU_ROW(Gelu)
            GELU_ROW(FasterGelu) GELU_ROW(FasterGeluV2){
                "PowerTensorScalar",
                Opcode::kPowerTensorScalar,
                {MATH_CALL(Power(t.d, t.a, t.s, n)), MATH_CALL(Power(t.d, t.a, t.s, t.tmp, n))},
                {MATH_CALL(Power(t.d, t.a, t.s)), MATH_CALL(Power<T>(t.d, t.a, t.s, t.tmp))}},
        {"PowerScalarTensor",
         Opcode::kPowerScalarTensor,
         {MATH_CALL(Power(t.d, t.s, t.a, n)), MATH_CALL(Power(t.d, t.s, t.a, t.tmp, n))},
         {MATH_CALL(Power(t.d, t.s, t.a)), MATH_CALL(Power<T, false>(t.d, t.s, t.a, t.tmp))}},
        {"Log", Opcode::kLog, {MATH_CALL(Log(t.d, t.a, n))}, {MATH_CALL(Log<T>(t.d, t.a))}},
        {"Log10", Opcode::kLog10, {MATH_CALL(Log10(t.d, t.a, n))}, {MATH_CALL(Log10<T>(t.d, t.a))}},
        {"SwiGLU",
         Opcode::kSwiGLU,
         {MATH_CALL(SwiGLU(t.d, t.a, t.b, float(t.s), n)),
          MATH_CALL(SwiGLU(t.d, t.a, t.b, float(t.s), t.tmp, n))},
         {MATH_CALL(SwiGLU(t.d, t.a, t.b, float(t.s))), MATH_CALL(SwiGLU(t.d, t.a, t.b, float(t.s), t.tmp))}},
        {"ReGlu",
         Opcode::kReGlu,
         {MATH_CALL(ReGlu(t.d, t.a, t.b, n)), MATH_CALL(ReGlu<T>(t.d, t.a, t.b, t.tmp, n))},
         {}},
        {"Silu", Opcode::kSilu, {MATH_CALL(Silu(t.d, t.a, n))}, {}},
        {"Swish", Opcode::kSwish, {MATH_CALL(Swish(t.d, t.a, n, t.s))}, {}},
        {"ExpTaylor",
         Opcode::kExpTaylor,
         {MATH_CALL(Exp<T, 12>(t.d, t.a, n)), MATH_CALL(Exp<T, 12, true>(t.d, t.a, t.tmp, n))},
         {}},
        {"ClampMax",
         Opcode::kClampMax,
         {MATH_CALL(ClampMax(t.d, t.a, t.s, n)), MATH_CALL(ClampMax(t.d, t.a, t.tmp, t.s, n))},
         {}},
        {"ClampMin",
         Opcode::kClampMin,
         {MATH_CALL(ClampMin(t.d, t.a, t.s, n)), MATH_CALL(ClampMin(t.d, t.a, t.tmp, t.s, n))},
         {}},
    };
    return rows;
}

}  // namespace aclnn_cpu::aicore_tests
