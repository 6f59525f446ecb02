#include "mish_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(MishGrad);

const aclTensor* MishGrad(const aclTensor* grad, const aclTensor* x, const aclTensor* tanhx,
                          const aclTensor* x_grad, aclOpExecutor* executor) {
    L0_DFX(MishGrad, grad, x, tanhx, x_grad);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(MishGrad, OP_INPUT(grad, x, tanhx), OP_OUTPUT(x_grad));
    return status == ACLNN_SUCCESS ? x_grad : nullptr;
}

}  // namespace l0op
