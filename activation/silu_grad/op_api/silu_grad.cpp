#include "silu_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SiluGrad);

const aclTensor* SiluGrad(const aclTensor* dy, const aclTensor* x, const aclTensor* dx,
                          aclOpExecutor* executor) {
    L0_DFX(SiluGrad, dy, x, dx);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(SiluGrad, OP_INPUT(dy, x), OP_OUTPUT(dx));
    return status == ACLNN_SUCCESS ? dx : nullptr;
}

}  // namespace l0op
