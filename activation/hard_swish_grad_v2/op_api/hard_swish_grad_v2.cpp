#include "hard_swish_grad_v2.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardSwishGradV2);

const aclTensor* HardSwishGradV2(const aclTensor* gradOutput, const aclTensor* self, const aclTensor* out,
                                 aclOpExecutor* executor) {
    L0_DFX(HardSwishGradV2, gradOutput, self, out);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(HardSwishGradV2, OP_INPUT(gradOutput, self), OP_OUTPUT(out));
    return status == ACLNN_SUCCESS ? out : nullptr;
}

}  // namespace l0op
