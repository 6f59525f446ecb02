#ifndef ACLNN_CPU_SOFTSHRINK_OP_API_H
#define ACLNN_CPU_SOFTSHRINK_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records Softshrink(x, lambd) -> y: x moved towards 0 by lambd, 0 within it. The tensors are contiguous, of
// one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* Softshrink(const aclTensor* x, float lambd, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
