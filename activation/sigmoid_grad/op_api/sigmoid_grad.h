#ifndef ACLNN_CPU_SIGMOID_GRAD_OP_API_H
#define ACLNN_CPU_SIGMOID_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SigmoidGrad(y, dy) -> z: dy y (1 - y), where y is the sigmoid. The tensors are contiguous, of one
// shape and of one of FLOAT, FLOAT16 and BF16. Returns z, or null when the engine refuses.
const aclTensor* SigmoidGrad(const aclTensor* y, const aclTensor* dy, const aclTensor* z,
                             aclOpExecutor* executor);

}  // namespace l0op

#endif
