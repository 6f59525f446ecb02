#ifndef ACLNN_CPU_SOFT_SHRINK_GRAD_OP_API_H
#define ACLNN_CPU_SOFT_SHRINK_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SoftShrinkGrad(input_grad, input_x, lambd) -> output_y: input_grad outside [-lambd, lambd], 0
// within. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns output_y,
// or null when the engine refuses.
const aclTensor* SoftShrinkGrad(const aclTensor* input_grad, const aclTensor* input_x, float lambd,
                                const aclTensor* output_y, aclOpExecutor* executor);

}  // namespace l0op

#endif
