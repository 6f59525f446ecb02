#include "swish_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SwishGrad);

const aclTensor* SwishGrad(const aclTensor* grad, const aclTensor* x, const aclTensor* y, float scale,
                           const aclTensor* grad_x, aclOpExecutor* executor) {
    L0_DFX(SwishGrad, grad, x, y, scale, grad_x);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(SwishGrad, OP_INPUT(grad, x, y), OP_OUTPUT(grad_x), OP_ATTR(scale));
    return status == ACLNN_SUCCESS ? grad_x : nullptr;
}

}  // namespace l0op
