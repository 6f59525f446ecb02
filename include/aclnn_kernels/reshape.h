#ifndef ACLNN_CPU_ACLNN_KERNELS_RESHAPE_H
#define ACLNN_CPU_ACLNN_KERNELS_RESHAPE_H

#include "opdev/op_def.h"
#include "opdev/op_executor.h"
#include "opdev/shape_utils.h"

namespace l0op {

// A view of a contiguous tensor with another shape of as many elements; one size may be -1. Null when `x` is
// not contiguous or the counts differ. The format becomes ND when the rank changes.
ACLNN_CPU_PUBLIC const aclTensor* Reshape(const aclTensor* x, const op::Shape& shape,
                                          aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* Reshape(const aclTensor* x, const aclIntArray* shape,
                                          aclOpExecutor* executor);

}  // namespace l0op

#endif
