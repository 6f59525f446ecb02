#include "leaky_relu_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(LeakyReluGrad);

const aclTensor* LeakyReluGrad(const aclTensor* gradients, const aclTensor* features, float negative_slope,
                               const aclTensor* backprops, aclOpExecutor* executor) {
    L0_DFX(LeakyReluGrad, gradients, features, negative_slope, backprops);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(LeakyReluGrad, OP_INPUT(gradients, features),
                                                           OP_OUTPUT(backprops), OP_ATTR(negative_slope));
    return status == ACLNN_SUCCESS ? backprops : nullptr;
}

}  // namespace l0op
