// What sums are taken in: floats in double, integers modulo 2^64, whose low bits are those of any narrower sum.
#pragma once

#include "l0op/element.h"

namespace aclnn_cpu::l0op {

template <typename T>
auto Accumulable(T value) {
    const auto wide = Widen(value);
    if constexpr (Complex<T>) {
        return std::complex<double>(wide);
    } else if constexpr (Floating<T>) {
        return static_cast<double>(wide);
    } else {
        return static_cast<uint64_t>(wide);
    }
}
template <typename T>
using Sum = decltype(Accumulable(T()));

// The sum as an element: rounded once from double, except that FLOAT16 and BFLOAT16 go through float.
template <typename T>
T Total(Sum<T> sum) {
    if constexpr (std::is_same_v<T, bool>) {
        return sum != 0;
    } else {
        return Narrow<T>(static_cast<Wide<T>>(sum));
    }
}

}  // namespace aclnn_cpu::l0op
