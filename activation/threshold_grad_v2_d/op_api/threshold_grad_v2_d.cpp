#include "threshold_grad_v2_d.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(ThresholdGradV2D);

const aclTensor* ThresholdGradV2D(const aclTensor* gradOutput, const aclTensor* self, float threshold,
                                  const aclTensor* out, aclOpExecutor* executor) {
    L0_DFX(ThresholdGradV2D, gradOutput, self, threshold, out);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(ThresholdGradV2D, OP_INPUT(gradOutput, self),
                                                           OP_OUTPUT(out), OP_ATTR(threshold));
    return status == ACLNN_SUCCESS ? out : nullptr;
}

}  // namespace l0op
