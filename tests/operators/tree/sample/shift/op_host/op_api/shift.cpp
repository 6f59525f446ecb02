#include "shift.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"

namespace l0op {

OP_TYPE_REGISTER(Shift);

const aclTensor* Shift(const aclTensor* x, bool down, aclOpExecutor* executor) {
    L0_DFX(Shift, x);
    const aclTensor* y = executor->AllocTensor(x->GetViewShape(), x->GetDataType());
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(Shift, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(down));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
