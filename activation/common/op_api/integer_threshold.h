// Thresholds of integer tensors.
#ifndef ACLNN_CPU_ACTIVATION_INTEGER_THRESHOLD_H
#define ACLNN_CPU_ACTIVATION_INTEGER_THRESHOLD_H

#include <cstdint>

#include "aclnn/aclnn_base.h"
#include "opdev/common_types.h"

namespace activation {

// A threshold of any type, which need be no integer and may lie outside the range of the tensor's type.
struct IntegerThreshold {
    bool all_above;  // every integer of the type is above it
    int64_t limit;   // otherwise: x is above the threshold exactly when x > limit, an integer of the type
};

// `integers`: INT8, INT16, INT32, INT64 or UINT8. None is above NaN.
IntegerThreshold ThresholdOfIntegers(const aclScalar* threshold, op::DataType integers);

}  // namespace activation

#endif
