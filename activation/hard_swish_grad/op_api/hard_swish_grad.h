#ifndef ACLNN_CPU_HARD_SWISH_GRAD_OP_API_H
#define ACLNN_CPU_HARD_SWISH_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardSwishGrad(grad_output, self) -> grad_input: grad_output times 0 below -3, 1 above 3, self / 3 +
// 1/2 between and at them. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16.
// Returns grad_input, or null when the engine refuses.
const aclTensor* HardSwishGrad(const aclTensor* grad_output, const aclTensor* self,
                               const aclTensor* grad_input, aclOpExecutor* executor);

}  // namespace l0op

#endif
