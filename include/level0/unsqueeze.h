#ifndef ACLNN_CPU_LEVEL0_UNSQUEEZE_H
#define ACLNN_CPU_LEVEL0_UNSQUEEZE_H

#include "opdev/op_executor.h"

namespace l0op {

// With sizes of 1 inserted: `dim` counts in the shape of the result, negative from its end.
// A view of a contiguous tensor; null with a message when a dimension does not exist or is named twice.
ACLNN_CPU_PUBLIC const aclTensor* UnsqueezeNd(const aclTensor* x, const aclIntArray* dim,
                                              aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* UnsqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor);

}  // namespace l0op

#endif
