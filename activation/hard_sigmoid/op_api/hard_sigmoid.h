#ifndef ACLNN_CPU_HARD_SIGMOID_OP_API_H
#define ACLNN_CPU_HARD_SIGMOID_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records HardSigmoid(input_x, alpha, beta) -> output_y: alpha x + beta, cut to [0, 1]. The tensors are
// contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns output_y, or null when the engine
// refuses.
const aclTensor* HardSigmoid(const aclTensor* input_x, float alpha, float beta, const aclTensor* output_y,
                             aclOpExecutor* executor);

}  // namespace l0op

#endif
