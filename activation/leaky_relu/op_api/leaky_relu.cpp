#include "leaky_relu.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(LeakyRelu);

const aclTensor* LeakyRelu(const aclTensor* x, float negative_slope, const aclTensor* y,
                           aclOpExecutor* executor) {
    L0_DFX(LeakyRelu, x, negative_slope, y);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(LeakyRelu, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(negative_slope));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
