#ifndef ACLNN_CPU_THRESHOLD_GRAD_V2_D_OP_API_H
#define ACLNN_CPU_THRESHOLD_GRAD_V2_D_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records ThresholdGradV2D(gradOutput, self, threshold) -> out: gradOutput where self is above the threshold,
// 0 elsewhere. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns out,
// or null when the engine refuses.
const aclTensor* ThresholdGradV2D(const aclTensor* gradOutput, const aclTensor* self, float threshold,
                                  const aclTensor* out, aclOpExecutor* executor);

}  // namespace l0op

#endif
