#include "soft_shrink_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SoftShrinkGrad);

const aclTensor* SoftShrinkGrad(const aclTensor* input_grad, const aclTensor* input_x, float lambd,
                                const aclTensor* output_y, aclOpExecutor* executor) {
    L0_DFX(SoftShrinkGrad, input_grad, input_x, lambd, output_y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(SoftShrinkGrad, OP_INPUT(input_grad, input_x),
                                                           OP_OUTPUT(output_y), OP_ATTR(lambd));
    return status == ACLNN_SUCCESS ? output_y : nullptr;
}

}  // namespace l0op
