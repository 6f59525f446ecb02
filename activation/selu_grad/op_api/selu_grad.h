#ifndef ACLNN_CPU_SELU_GRAD_OP_API_H
#define ACLNN_CPU_SELU_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SeluGrad(gradients, outputs) -> y: gradients times the derivative of SELU by its result. The
// tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the
// engine refuses.
const aclTensor* SeluGrad(const aclTensor* gradients, const aclTensor* outputs, const aclTensor* y,
                          aclOpExecutor* executor);

}  // namespace l0op

#endif
