#ifndef ACLNN_CPU_CELU_V2_OP_API_H
#define ACLNN_CPU_CELU_V2_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records CeluV2(x, alpha) -> y: x above 0, alpha (exp(x / alpha) - 1) elsewhere. The tensors are contiguous,
// of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* CeluV2(const aclTensor* x, float alpha, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
