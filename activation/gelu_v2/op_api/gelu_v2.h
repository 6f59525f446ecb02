#ifndef ACLNN_CPU_GELU_V2_OP_API_H
#define ACLNN_CPU_GELU_V2_OP_API_H

#include "opdev/op_executor.h"

namespace l0op {

// Records GeluV2(x, approximate) -> y: GELU: by the error function when approximate is "none", in its tanh
// form when it is "tanh". "tanh" records Gelu. The tensors are contiguous, of one shape and of one of FLOAT,
// FLOAT16 and BF16. Returns y, or null when the engine refuses.
const aclTensor* GeluV2(const aclTensor* x, const char* approximate, const aclTensor* y,
                        aclOpExecutor* executor);

}  // namespace l0op

#endif
