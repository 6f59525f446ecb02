#ifndef ACLNN_CPU_LEVEL0_REDUCE_MEAN_H
#define ACLNN_CPU_LEVEL0_REDUCE_MEAN_H

#include "opdev/op_executor.h"

namespace l0op {

// The mean over `dim`, which keeps size 1 with `keepDim`. No `dim` means all, or with `noopWithEmptyAxes` none.
// Floating types; Floats are summed in DOUBLE and rounded once. The mean of nothing is NaN.
ACLNN_CPU_PUBLIC const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                             aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                             bool noopWithEmptyAxes, aclOpExecutor* executor);

}  // namespace l0op

#endif
