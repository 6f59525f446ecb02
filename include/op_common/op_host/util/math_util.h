// Rounding divisions of tiling functions. Both arguments must deduce one type.
#ifndef ACLNN_CPU_OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H
#define ACLNN_CPU_OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {

// x / y rounded towards zero; x when y is 0.
template <typename T>
auto FloorDiv(T x, T y) -> std::enable_if_t<std::is_integral<T>::value, T> {
    return y == 0 ? x : static_cast<T>(x / y);
}

// x rounded towards zero to a multiple of `align`; 0 when `align` is 0.
template <typename T>
auto FloorAlign(T x, T align) -> std::enable_if_t<std::is_integral<T>::value, T> {
    return align == 0 ? T{0} : static_cast<T>(x / align * align);
}

// x / y rounded up; x when y is 0.
template <typename T>
auto CeilDiv(T x, T y) -> std::enable_if_t<std::is_integral<T>::value, T> {
    if (y == 0) {
        return x;
    }
    const bool exact = x % y == 0;
    const bool positive = (x < 0) == (y < 0);
    return static_cast<T>(x / y + (!exact && positive ? 1 : 0));
}

// x rounded up to a multiple of `align`; 0 when `align` is 0; the largest T when the result does not fit.
template <typename T>
auto CeilAlign(T x, T align) -> std::enable_if_t<std::is_integral<T>::value, T> {
    T result = 0;
    if (align == 0) {
        return result;
    }
    return __builtin_mul_overflow(CeilDiv(x, align), align, &result) ? std::numeric_limits<T>::max() : result;
}

// Whether a and b differ by at most the epsilon of T (an absolute bound); infinities equal those of their
// sign; NaN equals nothing.
template <typename T>
auto IsFloatEqual(T a, T b) -> std::enable_if_t<std::is_floating_point<T>::value, bool> {
    if (std::isinf(a) || std::isinf(b)) {
        return !std::isnan(a) && !std::isnan(b) && std::signbit(a) == std::signbit(b);
    }
    return std::fabs(a - b) <= std::numeric_limits<T>::epsilon();
}

// The largest power of two that is not above n; 0 for 0.
OPBASE_API uint64_t LastPow2(uint64_t n);

}  // namespace Base
}  // namespace Ops

#endif
