#ifndef ACLNN_CPU_LEAKY_RELU_GRAD_OP_API_H
#define ACLNN_CPU_LEAKY_RELU_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records LeakyReluGrad(gradients, features, negative_slope) -> backprops: gradients where features are above
// 0, negative_slope gradients elsewhere. The tensors are contiguous, of one shape and of one of FLOAT,
// FLOAT16 and BF16. Returns backprops, or null when the engine refuses.
const aclTensor* LeakyReluGrad(const aclTensor* gradients, const aclTensor* features, float negative_slope,
                               const aclTensor* backprops, aclOpExecutor* executor);

}  // namespace l0op

#endif
