#ifndef ACLNN_CPU_SOFTPLUS_V2_GRAD_OP_API_H
#define ACLNN_CPU_SOFTPLUS_V2_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records SoftplusV2Grad(input_gradients, input_features, beta, threshold) -> output_backprops: the gradient
// times sigma(beta x); the gradient where beta x is above the threshold. The tensors are contiguous, of one
// shape and of one of FLOAT, FLOAT16 and BF16. Returns output_backprops, or null when the engine refuses.
const aclTensor* SoftplusV2Grad(const aclTensor* input_gradients, const aclTensor* input_features, float beta,
                                float threshold, const aclTensor* output_backprops, aclOpExecutor* executor);

}  // namespace l0op

#endif
