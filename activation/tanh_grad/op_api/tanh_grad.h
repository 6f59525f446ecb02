#ifndef ACLNN_CPU_TANH_GRAD_OP_API_H
#define ACLNN_CPU_TANH_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records TanhGrad(y, dy) -> z: dy (1 - y^2), where y is the tanh. The tensors are contiguous, of one shape
// and of one of FLOAT, FLOAT16 and BF16. Returns z, or null when the engine refuses.
const aclTensor* TanhGrad(const aclTensor* y, const aclTensor* dy, const aclTensor* z,
                          aclOpExecutor* executor);

}  // namespace l0op

#endif
