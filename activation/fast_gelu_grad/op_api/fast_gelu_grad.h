#ifndef ACLNN_CPU_FAST_GELU_GRAD_OP_API_H
#define ACLNN_CPU_FAST_GELU_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records FastGeluGrad(dy, x) -> z: dy times the derivative of x sigma(1.702 x). The tensors are contiguous,
// of one shape and of one of FLOAT, FLOAT16 and BF16. Returns z, or null when the engine refuses.
const aclTensor* FastGeluGrad(const aclTensor* dy, const aclTensor* x, const aclTensor* z,
                              aclOpExecutor* executor);

}  // namespace l0op

#endif
