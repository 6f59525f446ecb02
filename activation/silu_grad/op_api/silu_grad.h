#ifndef ACLNN_CPU_SILU_GRAD_OP_API_H
#define ACLNN_CPU_SILU_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SiluGrad(dy, x) -> dx: dy times the derivative of x sigma(x). The tensors are contiguous, of one
// shape and of one of FLOAT, FLOAT16 and BF16. Returns dx, or null when the engine refuses.
const aclTensor* SiluGrad(const aclTensor* dy, const aclTensor* x, const aclTensor* dx,
                          aclOpExecutor* executor);

}  // namespace l0op

#endif
