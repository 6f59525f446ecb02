#ifndef ACLNN_CPU_ACLNN_KERNELS_CAST_H
#define ACLNN_CPU_ACLNN_KERNELS_CAST_H

#include "opdev/make_op_executor.h"
#include "opdev/op_executor.h"

namespace l0op {

// `self` itself when it already has the type, else a new tensor of its shape. Floats round to nearest even;
// floats to integers drop the fraction. Null for a type that is not real.
ACLNN_CPU_PUBLIC const aclTensor* Cast(const aclTensor* self, op::DataType dstDtype, aclOpExecutor* executor);

}  // namespace l0op

#endif
