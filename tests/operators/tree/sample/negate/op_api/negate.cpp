#include "negate.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"

namespace l0op {

OP_TYPE_REGISTER(Negate);

const aclTensor* Negate(const aclTensor* x, aclOpExecutor* executor) {
    L0_DFX(Negate, x);
    const aclTensor* y = executor->AllocTensor(x->GetViewShape(), x->GetDataType());
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(Negate, OP_INPUT(x), OP_OUTPUT(y));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
