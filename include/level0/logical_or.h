#ifndef ACLNN_CPU_LEVEL0_LOGICAL_OR_H
#define ACLNN_CPU_LEVEL0_LOGICAL_OR_H

#include "opdev/op_executor.h"

namespace l0op {

// self or other, element by element with broadcasting. BOOL tensors, else null with a message.
ACLNN_CPU_PUBLIC const aclTensor* LogicalOr(const aclTensor* self, const aclTensor* other,
                                            aclOpExecutor* executor);

}  // namespace l0op

#endif
