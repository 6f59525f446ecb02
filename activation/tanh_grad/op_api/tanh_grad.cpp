#include "tanh_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(TanhGrad);

const aclTensor* TanhGrad(const aclTensor* y, const aclTensor* dy, const aclTensor* z,
                          aclOpExecutor* executor) {
    L0_DFX(TanhGrad, y, dy, z);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(TanhGrad, OP_INPUT(y, dy), OP_OUTPUT(z));
    return status == ACLNN_SUCCESS ? z : nullptr;
}

}  // namespace l0op
