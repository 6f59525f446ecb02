#ifndef ACLNN_CPU_SOFTPLUS_V2_OP_API_H
#define ACLNN_CPU_SOFTPLUS_V2_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SoftplusV2(x, beta, threshold) -> y: log(1 + exp(beta x)) / beta; x where beta x is above the
// threshold. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or
// null when the engine refuses.
const aclTensor* SoftplusV2(const aclTensor* x, float beta, float threshold, const aclTensor* y,
                            aclOpExecutor* executor);

}  // namespace l0op

#endif
