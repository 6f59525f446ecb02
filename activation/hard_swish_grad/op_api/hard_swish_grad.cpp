#include "hard_swish_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardSwishGrad);

const aclTensor* HardSwishGrad(const aclTensor* grad_output, const aclTensor* self,
                               const aclTensor* grad_input, aclOpExecutor* executor) {
    L0_DFX(HardSwishGrad, grad_output, self, grad_input);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(HardSwishGrad, OP_INPUT(grad_output, self), OP_OUTPUT(grad_input));
    return status == ACLNN_SUCCESS ? grad_input : nullptr;
}

}  // namespace l0op
