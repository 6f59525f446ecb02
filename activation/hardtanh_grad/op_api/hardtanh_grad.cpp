#include "hardtanh_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardtanhGrad);

const aclTensor* HardtanhGrad(const aclTensor* result, const aclTensor* grad, float min_val, float max_val,
                              const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(HardtanhGrad, result, grad, min_val, max_val, y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(HardtanhGrad, OP_INPUT(result, grad), OP_OUTPUT(y),
                                                           OP_ATTR(min_val, max_val));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
