#include "hard_shrink_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardShrinkGrad);

const aclTensor* HardShrinkGrad(const aclTensor* gradients, const aclTensor* features, float lambd,
                                const aclTensor* backprops, aclOpExecutor* executor) {
    L0_DFX(HardShrinkGrad, gradients, features, lambd, backprops);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(HardShrinkGrad, OP_INPUT(gradients, features),
                                                           OP_OUTPUT(backprops), OP_ATTR(lambd));
    return status == ACLNN_SUCCESS ? backprops : nullptr;
}

}  // namespace l0op
