// AscendC::Std: the part of the C++ standard library that kernels may use, and the mathematical functions
// that the device compiler supplies without a namespace.
#ifndef ACLNN_CPU_ASCENDC_STD_H
#define ACLNN_CPU_ASCENDC_STD_H

#include <math.h>  // not <cmath>: sqrt and its kin for float too, in the global namespace

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace AscendC {

namespace Std {

using std::add_const;
using std::add_cv;
using std::add_lvalue_reference;
using std::add_pointer;
using std::add_rvalue_reference;
using std::add_volatile;
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::decay_t;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::integral_constant;
using std::is_array;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_const;
using std::is_convertible;
using std::is_convertible_v;
using std::is_floating_point;
using std::is_floating_point_v;
using std::is_function;
using std::is_integral;
using std::is_integral_v;
using std::is_pointer;
using std::is_reference;
using std::is_same;
using std::is_same_v;
using std::is_union;
using std::is_void;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_extent;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::true_type;

template <typename T>
using remove_cvref = std::remove_cv<std::remove_reference_t<T>>;
template <typename T>
using remove_cvref_t = typename remove_cvref<T>::type;

using std::declval;
using std::forward;
using std::index_sequence;
using std::integer_sequence;
using std::make_index_sequence;
using std::make_integer_sequence;
using std::move;

using std::forward_as_tuple;
using std::get;
using std::ignore;
using std::make_tuple;
using std::tie;
using std::tuple;
using std::tuple_cat;
using std::tuple_element;
using std::tuple_size;

// The two types may differ; the result has their common type.
template <typename T, typename U>
constexpr auto min(const T& src0, const U& src1) {
    return src0 < src1 ? src0 : src1;
}
template <typename T, typename U>
constexpr auto max(const T& src0, const U& src1) {
    return src0 > src1 ? src0 : src1;
}
template <typename T>
inline T sqrt(const T src) {
    return static_cast<T>(::sqrtf(static_cast<float>(src)));
}
template <typename T>
constexpr T abs(const T src) {
    return src < T(0) ? static_cast<T>(-src) : src;
}

}  // namespace Std

}  // namespace AscendC

// Of two numbers, whatever their types; std::min and std::max go before where they are visible too.
template <typename T, typename U,
          typename = std::enable_if_t<std::is_arithmetic_v<T> && std::is_arithmetic_v<U>>>
constexpr std::common_type_t<T, U> min(T a, U b) {
    return static_cast<std::common_type_t<T, U>>(a) < static_cast<std::common_type_t<T, U>>(b) ? a : b;
}
template <typename T, typename U,
          typename = std::enable_if_t<std::is_arithmetic_v<T> && std::is_arithmetic_v<U>>>
constexpr std::common_type_t<T, U> max(T a, U b) {
    return static_cast<std::common_type_t<T, U>>(a) > static_cast<std::common_type_t<T, U>>(b) ? a : b;
}

// Hints about branches; functions here, so that no header included later meets macros of these names.
constexpr bool likely(bool condition) { return __builtin_expect(condition, true); }
constexpr bool unlikely(bool condition) { return __builtin_expect(condition, false); }

#endif
