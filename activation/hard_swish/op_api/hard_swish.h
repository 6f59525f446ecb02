#ifndef ACLNN_CPU_HARD_SWISH_OP_API_H
#define ACLNN_CPU_HARD_SWISH_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardSwish(x) -> y: x times x + 3 cut to [0, 6], over 6. The tensors are contiguous, of one shape
// and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* HardSwish(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
