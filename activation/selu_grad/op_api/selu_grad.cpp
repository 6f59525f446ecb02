#include "selu_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SeluGrad);

const aclTensor* SeluGrad(const aclTensor* gradients, const aclTensor* outputs, const aclTensor* y,
                          aclOpExecutor* executor) {
    L0_DFX(SeluGrad, gradients, outputs, y);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(SeluGrad, OP_INPUT(gradients, outputs), OP_OUTPUT(y));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
