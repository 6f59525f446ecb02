#ifndef ACLNN_CPU_SWISH_GRAD_OP_API_H
#define ACLNN_CPU_SWISH_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SwishGrad(grad, x, y, scale) -> grad_x: grad times the derivative of x sigma(scale x); y is part of
// the prototype and not read. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16.
// Returns grad_x, or null when the engine refuses.
const aclTensor* SwishGrad(const aclTensor* grad, const aclTensor* x, const aclTensor* y, float scale,
                           const aclTensor* grad_x, aclOpExecutor* executor);

}  // namespace l0op

#endif
