#ifndef ACLNN_CPU_LEVEL0_BROADCAST_TO_H
#define ACLNN_CPU_LEVEL0_BROADCAST_TO_H

#include "opdev/op_def.h"
#include "opdev/op_executor.h"

namespace l0op {

// A new tensor of the given shape that repeats `x` where `x` has size 1 or no dimension. Null when the shapes
// do not match.
ACLNN_CPU_PUBLIC const aclTensor* BroadcastTo(const aclTensor* x, const aclIntArray* shape,
                                              aclOpExecutor* executor);
// The same into `y`, whose view shape decides; `shape` is not read.
ACLNN_CPU_PUBLIC const aclTensor* BroadcastTo(const aclTensor* x, const aclTensor* y, const aclTensor* shape,
                                              aclOpExecutor* executor);

}  // namespace l0op

#endif
