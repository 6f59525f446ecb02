#ifndef ACLNN_CPU_ELU_OP_API_H
#define ACLNN_CPU_ELU_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records Elu(x, alpha, scale, input_scale) -> y: scale x above 0, scale alpha (exp(input_scale x) - 1)
// elsewhere. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or
// null when the engine refuses.
const aclTensor* Elu(const aclTensor* x, float alpha, float scale, float input_scale, const aclTensor* y,
                     aclOpExecutor* executor);

}  // namespace l0op

#endif
