#include "logsigmoid_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(LogSigmoidGrad);

const aclTensor* LogSigmoidGrad(const aclTensor* grads, const aclTensor* features, const aclTensor* backprops,
                                aclOpExecutor* executor) {
    L0_DFX(LogSigmoidGrad, grads, features, backprops);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(LogSigmoidGrad, OP_INPUT(grads, features), OP_OUTPUT(backprops));
    return status == ACLNN_SUCCESS ? backprops : nullptr;
}

}  // namespace l0op
