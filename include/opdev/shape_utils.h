#ifndef ACLNN_CPU_OPDEV_SHAPE_UTILS_H
#define ACLNN_CPU_OPDEV_SHAPE_UTILS_H

#include <string>

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"

namespace op {

// "[2, 3]"
ACLNN_CPU_PUBLIC ge::AscendString ToString(const Shape& shape);
ACLNN_CPU_PUBLIC ge::AscendString ToString(const Strides& strides);

ACLNN_CPU_PUBLIC void ToShape(const int64_t* dims, uint64_t dimNum, Shape& shape);
ACLNN_CPU_PUBLIC void ToShape(const ShapeVector& shapeVector, Shape& shape);
ACLNN_CPU_PUBLIC ShapeVector ToShapeVector(const Shape& shape);

// Aligned at the last dimension: sizes must be equal or one of them 1. `broadcastShape` is written on success
// only.
ACLNN_CPU_PUBLIC bool BroadcastInferShape(const Shape& self, const Shape& other, Shape& broadcastShape);
ACLNN_CPU_PUBLIC bool CheckBroadcastShape(const Shape& self, const Shape& other);

}  // namespace op

#endif
