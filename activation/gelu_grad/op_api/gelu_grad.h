#ifndef ACLNN_CPU_GELU_GRAD_OP_API_GELU_GRAD_H
#define ACLNN_CPU_GELU_GRAD_OP_API_GELU_GRAD_H

#include "opdev/op_executor.h"

namespace l0op {

// Records GeluGrad(dy, x, y) -> z. All four tensors are contiguous, of one shape, and share one dtype out of
// FLOAT, FLOAT16 and BF16; y is not read. Returns z, or null when the dtypes are others or the engine
// refuses.
const aclTensor* GeluGrad(const aclTensor* dy, const aclTensor* x, const aclTensor* y, const aclTensor* z,
                          aclOpExecutor* executor);

}  // namespace l0op

#endif
