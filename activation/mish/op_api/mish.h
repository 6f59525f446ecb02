#ifndef ACLNN_CPU_MISH_OP_API_H
#define ACLNN_CPU_MISH_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records Mish(x) -> y: x tanh(softplus(x)). The tensors are contiguous, of one shape and of one of FLOAT,
// FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* Mish(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
