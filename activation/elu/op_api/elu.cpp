#include "elu.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Elu);

const aclTensor* Elu(const aclTensor* x, float alpha, float scale, float input_scale, const aclTensor* y,
                     aclOpExecutor* executor) {
    L0_DFX(Elu, x, alpha, scale, input_scale, y);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(Elu, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(alpha, scale, input_scale));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
