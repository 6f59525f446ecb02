#ifndef ACLNN_CPU_LEVEL0_LOGICAL_AND_H
#define ACLNN_CPU_LEVEL0_LOGICAL_AND_H

#include "opdev/op_executor.h"

namespace l0op {

// self and other, element by element with broadcasting. BOOL tensors, else null with a message.
ACLNN_CPU_PUBLIC const aclTensor* LogicalAnd(const aclTensor* self, const aclTensor* other,
                                             aclOpExecutor* executor);

}  // namespace l0op

#endif
