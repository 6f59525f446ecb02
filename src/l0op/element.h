// Element types as C++ types: what an operator's formula computes in, and how a value gets in and out.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "ascendc/float16.h"
#include "base/dtype.h"

namespace aclnn_cpu::l0op {

struct Complex32 {
    half real, imaginary;
};

// 16-bit floats compute in float and are rounded once; complex numbers of them likewise.
template <typename T>
auto Widen(T value) {
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        return static_cast<float>(value);
    } else if constexpr (std::is_same_v<T, Complex32>) {
        return std::complex<float>(static_cast<float>(value.real), static_cast<float>(value.imaginary));
    } else {
        return value;
    }
}
template <typename T>
using Wide = decltype(Widen(T()));

template <typename T>
T Narrow(Wide<T> value) {
    if constexpr (std::is_same_v<T, Complex32>) {
        return {half(value.real()), half(value.imag())};
    } else {
        return T(value);
    }
}

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// Calls visit.template operator()<T>() for the C++ type of `type`, if `visit` can be called for it.
template <typename Visit>
void VisitType(base::DType type, Visit&& visit) {
    const auto call = [&]<typename T>() {
        if constexpr (requires { visit.template operator()<T>(); }) {
            visit.template operator()<T>();
        }
    };
    switch (type) {
        case base::DType::kFloat:
            return call.template operator()<float>();
        case base::DType::kFloat16:
            return call.template operator()<half>();
        case base::DType::kBFloat16:
            return call.template operator()<bfloat16_t>();
        case base::DType::kDouble:
            return call.template operator()<double>();
        case base::DType::kInt8:
            return call.template operator()<int8_t>();
        case base::DType::kInt16:
            return call.template operator()<int16_t>();
        case base::DType::kInt32:
            return call.template operator()<int32_t>();
        case base::DType::kInt64:
            return call.template operator()<int64_t>();
        case base::DType::kUint8:
            return call.template operator()<uint8_t>();
        case base::DType::kUint16:
            return call.template operator()<uint16_t>();
        case base::DType::kUint32:
            return call.template operator()<uint32_t>();
        case base::DType::kUint64:
            return call.template operator()<uint64_t>();
        case base::DType::kBool:
            return call.template operator()<bool>();
        case base::DType::kComplex32:
            return call.template operator()<Complex32>();
        case base::DType::kComplex64:
            return call.template operator()<std::complex<float>>();
        case base::DType::kComplex128:
            return call.template operator()<std::complex<double>>();
        default:
            return;
    }
}

// Sums, differences and products that wrap around for integers.
template <typename T, typename F>
T Wrapping(T a, T b, F&& f) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
    } else {
        return f(a, b);
    }
}

template <typename T>
concept Floating = std::is_floating_point_v<Wide<T>>;
template <typename T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
concept Real = Floating<T> || Integer<T>;
template <typename T>
concept Complex = kIsComplex<Wide<T>>;
template <typename T>
concept Number = Real<T> || Complex<T>;

}  // namespace aclnn_cpu::l0op
