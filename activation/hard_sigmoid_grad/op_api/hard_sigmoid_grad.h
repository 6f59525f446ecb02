#ifndef ACLNN_CPU_HARD_SIGMOID_GRAD_OP_API_H
#define ACLNN_CPU_HARD_SIGMOID_GRAD_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardSigmoidGrad(grads, input_x, alpha, beta) -> y: grads alpha where 0 < alpha x + beta < 1, else
// 0. The tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns y, or null when
// the engine refuses.
const aclTensor* HardSigmoidGrad(const aclTensor* grads, const aclTensor* input_x, float alpha, float beta,
                                 const aclTensor* y, aclOpExecutor* executor);

}  // namespace l0op

#endif
