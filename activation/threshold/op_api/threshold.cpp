#include "threshold.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Threshold);

const aclTensor* Threshold(const aclTensor* x, float threshold, float value, const aclTensor* y,
                           aclOpExecutor* executor) {
    L0_DFX(Threshold, x, threshold, value, y);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(Threshold, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(threshold, value));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
