#ifndef ACLNN_CPU_HARD_SHRINK_GRAD_OP_API_H
#define ACLNN_CPU_HARD_SHRINK_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardShrinkGrad(gradients, features, lambd) -> backprops: gradients outside [-lambd, lambd], 0
// within. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns backprops,
// or null when the engine refuses.
const aclTensor* HardShrinkGrad(const aclTensor* gradients, const aclTensor* features, float lambd,
                                const aclTensor* backprops, aclOpExecutor* executor);

}  // namespace l0op

#endif
