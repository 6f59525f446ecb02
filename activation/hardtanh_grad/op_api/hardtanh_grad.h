#ifndef ACLNN_CPU_HARDTANH_GRAD_OP_API_H
#define ACLNN_CPU_HARDTANH_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardtanhGrad(result, grad, min_val, max_val) -> y: grad where min_val <= result <= max_val, 0
// elsewhere; result is the input of the forward function. The tensors are contiguous, of one shape and of one
// of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* HardtanhGrad(const aclTensor* result, const aclTensor* grad, float min_val, float max_val,
                              const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
