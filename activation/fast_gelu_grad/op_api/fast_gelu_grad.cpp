#include "fast_gelu_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(FastGeluGrad);

const aclTensor* FastGeluGrad(const aclTensor* dy, const aclTensor* x, const aclTensor* z,
                              aclOpExecutor* executor) {
    L0_DFX(FastGeluGrad, dy, x, z);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(FastGeluGrad, OP_INPUT(dy, x), OP_OUTPUT(z));
    return status == ACLNN_SUCCESS ? z : nullptr;
}

}  // namespace l0op
