#include "swish.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Swish);

const aclTensor* Swish(const aclTensor* x, float scale, const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(Swish, x, scale, y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(Swish, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(scale));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
