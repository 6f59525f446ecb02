#ifndef ACLNN_CPU_THRESHOLD_OP_API_H
#define ACLNN_CPU_THRESHOLD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records Threshold(x, threshold, value) -> y: x above the threshold, value elsewhere. The tensors are
// contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* Threshold(const aclTensor* x, float threshold, float value, const aclTensor* y,
                           aclOpExecutor* executor);

}  // namespace l0op

#endif
