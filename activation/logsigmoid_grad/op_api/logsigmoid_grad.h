#ifndef ACLNN_CPU_LOGSIGMOID_GRAD_OP_API_H
#define ACLNN_CPU_LOGSIGMOID_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records LogSigmoidGrad(grads, features) -> backprops: grads / (1 + exp(features)). The tensors are
// contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns backprops, or null when the engine
// refuses.
const aclTensor* LogSigmoidGrad(const aclTensor* grads, const aclTensor* features, const aclTensor* backprops,
                                aclOpExecutor* executor);

}  // namespace l0op

#endif
