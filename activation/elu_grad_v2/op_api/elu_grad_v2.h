#ifndef ACLNN_CPU_ELU_GRAD_V2_OP_API_H
#define ACLNN_CPU_ELU_GRAD_V2_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records EluGradV2(grads, activations, alpha, scale, input_scale, is_result) -> y: grads times the
// derivative of ELU at its input or, when is_result, by its result. The tensors are contiguous, of one shape
// and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* EluGradV2(const aclTensor* grads, const aclTensor* activations, float alpha, float scale,
                           float input_scale, bool is_result, const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
