#ifndef ACLNN_CPU_ACLNN_KERNELS_CONTIGUOUS_H
#define ACLNN_CPU_ACLNN_KERNELS_CONTIGUOUS_H

#include "opdev/common_types.h"
#include "opdev/op_def.h"
#include "opdev/op_executor.h"

namespace l0op {

// The elements of `x` in row-major order: a view without a copy when they already follow one another, else a
// workspace tensor. Null when the view of `x`, or any tensor the caller passed, breaks the memory rules
// (aclOpExecutor::CheckTensorMemory).
ACLNN_CPU_PUBLIC const aclTensor* Contiguous(const aclTensor* x, aclOpExecutor* executor);

// Copies `x` into the view of `y`, which has the same shape and type, and returns `y`. A contiguous workspace
// tensor bound for a contiguous `y` is not copied: it is given `y`'s memory, so what fills it writes `y`.
ACLNN_CPU_PUBLIC const aclTensor* ViewCopy(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
