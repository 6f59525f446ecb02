#ifndef ACLNN_CPU_LEVEL0_REDUCE_SUM_OP_H
#define ACLNN_CPU_LEVEL0_REDUCE_SUM_OP_H

#include "opdev/op_executor.h"

namespace l0op {

// The sum over `axes` (all when empty), which keep size 1 with `keep_dims`. Floats are summed in DOUBLE and
// rounded once; integers wrap around; a BOOL sum says whether any element holds. Null for axes out of range.
ACLNN_CPU_PUBLIC const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                                              aclOpExecutor* executor);

}  // namespace l0op

#endif
