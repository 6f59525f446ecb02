#include "softplus_v2.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SoftplusV2);

const aclTensor* SoftplusV2(const aclTensor* x, float beta, float threshold, const aclTensor* y,
                            aclOpExecutor* executor) {
    L0_DFX(SoftplusV2, x, beta, threshold, y);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(SoftplusV2, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(beta, threshold));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
