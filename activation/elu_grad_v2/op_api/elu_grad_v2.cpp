#include "elu_grad_v2.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(EluGradV2);

const aclTensor* EluGradV2(const aclTensor* grads, const aclTensor* activations, float alpha, float scale,
                           float input_scale, bool is_result, const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(EluGradV2, grads, activations, alpha, scale, input_scale, is_result, y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(
        EluGradV2, OP_INPUT(grads, activations), OP_OUTPUT(y), OP_ATTR(alpha, scale, input_scale, is_result));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
