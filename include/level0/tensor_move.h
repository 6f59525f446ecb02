#ifndef ACLNN_CPU_LEVEL0_TENSOR_MOVE_H
#define ACLNN_CPU_LEVEL0_TENSOR_MOVE_H

#include "opdev/op_executor.h"

namespace l0op {

// Copies x into y, of equal shape and type; a null y means a new tensor.
ACLNN_CPU_PUBLIC const aclTensor* TensorMove(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* TensorMoveAiCore(const aclTensor* x, const aclTensor* y,
                                                   aclOpExecutor* executor);

}  // namespace l0op

#endif
