#ifndef ACLNN_CPU_OPDEV_TENSOR_VIEW_UTILS_H
#define ACLNN_CPU_OPDEV_TENSOR_VIEW_UTILS_H

#include <initializer_list>

#include "opdev/common_types.h"

namespace op {

// Whether the elements of the view follow one another in row-major order. True for null and for at most one
// element; sizes of 1 do not matter.
ACLNN_CPU_PUBLIC bool IsContiguous(const aclTensor* tensor);

// Whether every element of the view lies inside the storage. False for negative strides.
ACLNN_CPU_PUBLIC bool Validate(const aclTensor* tensor);

// Whether views can be used as they are because all are contiguous.
ACLNN_CPU_PUBLIC bool CanPickViewAsContiguous(const aclTensor* tensor);
ACLNN_CPU_PUBLIC bool CanPickViewAsContiguous(std::initializer_list<const aclTensor*> tensorList);

}  // namespace op

#endif
