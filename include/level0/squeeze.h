#ifndef ACLNN_CPU_LEVEL0_SQUEEZE_H
#define ACLNN_CPU_LEVEL0_SQUEEZE_H

#include "opdev/op_executor.h"

namespace l0op {

// Without the named dimensions, which must have size 1; negative ones count from the end.
// A view of a contiguous tensor; null with a message when a dimension does not exist or is named twice.
ACLNN_CPU_PUBLIC const aclTensor* SqueezeNd(const aclTensor* x, const aclIntArray* dim,
                                            aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* SqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor);

}  // namespace l0op

#endif
