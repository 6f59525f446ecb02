#include "hard_sigmoid_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardSigmoidGrad);

const aclTensor* HardSigmoidGrad(const aclTensor* grads, const aclTensor* input_x, float alpha, float beta,
                                 const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(HardSigmoidGrad, grads, input_x, alpha, beta, y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(HardSigmoidGrad, OP_INPUT(grads, input_x),
                                                           OP_OUTPUT(y), OP_ATTR(alpha, beta));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
