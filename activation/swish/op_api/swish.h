#ifndef ACLNN_CPU_SWISH_OP_API_H
#define ACLNN_CPU_SWISH_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records Swish(x, scale) -> y: x sigma(scale x). The tensors are contiguous, of one shape and of one of
// FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* Swish(const aclTensor* x, float scale, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
