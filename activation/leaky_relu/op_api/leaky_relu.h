#ifndef ACLNN_CPU_LEAKY_RELU_OP_API_H
#define ACLNN_CPU_LEAKY_RELU_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records LeakyRelu(x, negative_slope) -> y: x above 0, negative_slope x elsewhere. The tensors are
// contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* LeakyRelu(const aclTensor* x, float negative_slope, const aclTensor* y,
                           aclOpExecutor* executor);

}  // namespace l0op

#endif
