#include "celu_v2.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(CeluV2);

const aclTensor* CeluV2(const aclTensor* x, float alpha, const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(CeluV2, x, alpha, y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(CeluV2, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(alpha));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
