#include "sigmoid.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Sigmoid);

const aclTensor* Sigmoid(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    L0_DFX(Sigmoid, x, y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(Sigmoid, OP_INPUT(x), OP_OUTPUT(y));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
