#include "integer_threshold.h"

#include <cmath>
#include <limits>

#include "opdev/data_type_utils.h"

namespace activation {
namespace {

struct Range {
    int64_t least, most;
};

template <typename T>
constexpr Range RangeOf() {
    return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}

Range RangeOf(op::DataType integers) {
    switch (integers) {
        case op::DataType::DT_INT8:
            return RangeOf<int8_t>();
        case op::DataType::DT_UINT8:
            return RangeOf<uint8_t>();
        case op::DataType::DT_INT16:
            return RangeOf<int16_t>();
        case op::DataType::DT_INT32:
            return RangeOf<int32_t>();
        default:
            return RangeOf<int64_t>();
    }
}

}  // namespace

IntegerThreshold ThresholdOfIntegers(const aclScalar* threshold, op::DataType integers) {
    constexpr double kBeyondInt64 = 0x1p63;
    const Range range = RangeOf(integers);
    const double number = threshold->ToDouble();
    if (std::isnan(number) || number >= kBeyondInt64) {
        return {false, range.most};
    }
    if (number < -kBeyondInt64) {
        return {true, 0};
    }
    const bool is_integer = op::IsIntegralType(threshold->GetDataType(), true);
    const int64_t whole = is_integer ? threshold->ToInt64() : static_cast<int64_t>(std::floor(number));
    return {whole<range.least, whole> range.most ? range.most : whole};
}

}  // namespace activation
