#include "softshrink.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Softshrink);

const aclTensor* Softshrink(const aclTensor* x, float lambd, const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(Softshrink, x, lambd, y);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(Softshrink, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(lambd));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
