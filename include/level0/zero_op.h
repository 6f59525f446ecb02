#ifndef ACLNN_CPU_LEVEL0_ZERO_OP_H
#define ACLNN_CPU_LEVEL0_ZERO_OP_H

#include "opdev/op_executor.h"

namespace l0op {

// A tensor of the shape and type of `self`, all 0.
ACLNN_CPU_PUBLIC const aclTensor* ZerosLike(const aclTensor* self, aclOpExecutor* executor);

}  // namespace l0op

#endif
