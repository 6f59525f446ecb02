#ifndef ACLNN_CPU_LEVEL0_FILL_H
#define ACLNN_CPU_LEVEL0_FILL_H

#include "opdev/op_executor.h"

namespace l0op {

// A tensor of shape `outShape` and the type of `value`, every element `value`, which has one element. `dims`
// holds the shape as a tensor and is not read.
ACLNN_CPU_PUBLIC const aclTensor* Fill(const aclTensor* dims, const aclTensor* value,
                                       const aclIntArray* outShape, aclOpExecutor* executor);

}  // namespace l0op

#endif
