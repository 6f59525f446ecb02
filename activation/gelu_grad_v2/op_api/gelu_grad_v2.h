#ifndef ACLNN_CPU_GELU_GRAD_V2_OP_API_H
#define ACLNN_CPU_GELU_GRAD_V2_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records GeluGradV2(dy, x, approximate) -> z: dy times the derivative of GELU: of the form with the error
// function when approximate is "none", of the tanh form when it is "tanh". "tanh" records GeluGrad. The
// tensors are contiguous, of one shape and of one of FLOAT, FLOAT16 and BF16. Returns z, or null when the
// engine refuses.
const aclTensor* GeluGradV2(const aclTensor* dy, const aclTensor* x, const char* approximate,
                            const aclTensor* z, aclOpExecutor* executor);

}  // namespace l0op

#endif
