#ifndef ACLNN_CPU_HARD_SHRINK_OP_API_H
#define ACLNN_CPU_HARD_SHRINK_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardShrink(self, lambd) -> out: self outside [-lambd, lambd], 0 within. The tensors are contiguous,
// of one shape and of one of FLOAT, FLOAT16 and BF16. Returns out, or null when the engine refuses.
const aclTensor* HardShrink(const aclTensor* self, float lambd, const aclTensor* out,
                            aclOpExecutor* executor);

}  // namespace l0op

#endif
