#ifndef ACLNN_CPU_ACLNN_KERNELS_PAD_H
#define ACLNN_CPU_ACLNN_KERNELS_PAD_H

#include "opdev/op_executor.h"

namespace l0op {

// With zeros around: `paddings` is a host-value tensor of one (before, after) pair per dimension.
ACLNN_CPU_PUBLIC const aclTensor* Pad(const aclTensor* self, const aclTensor* paddings,
                                      aclOpExecutor* executor);

}  // namespace l0op

#endif
