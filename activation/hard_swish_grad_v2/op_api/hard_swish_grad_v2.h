#ifndef ACLNN_CPU_HARD_SWISH_GRAD_V2_OP_API_H
#define ACLNN_CPU_HARD_SWISH_GRAD_V2_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardSwishGradV2(gradOutput, self) -> out: gradOutput times 0 up to -3, 1 from 3 on, self / 3 + 1/2
// between. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns out, or
// null when the engine refuses.
const aclTensor* HardSwishGradV2(const aclTensor* gradOutput, const aclTensor* self, const aclTensor* out,
                                 aclOpExecutor* executor);

}  // namespace l0op

#endif
