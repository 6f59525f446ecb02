#ifndef ACLNN_CPU_MISH_GRAD_OP_API_H
#define ACLNN_CPU_MISH_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records MishGrad(grad, x, tanhx) -> x_grad: grad times the derivative of mish; tanhx is an optional saved
// value, null here. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns
// x_grad, or null when the engine refuses.
const aclTensor* MishGrad(const aclTensor* grad, const aclTensor* x, const aclTensor* tanhx,
                          const aclTensor* x_grad, aclOpExecutor* executor);

}  // namespace l0op

#endif
