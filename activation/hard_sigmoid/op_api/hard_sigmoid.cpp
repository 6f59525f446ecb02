#include "hard_sigmoid.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardSigmoid);

const aclTensor* HardSigmoid(const aclTensor* input_x, float alpha, float beta, const aclTensor* output_y,
                             aclOpExecutor* executor) {
    L0_DFX(HardSigmoid, input_x, alpha, beta, output_y);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(HardSigmoid, OP_INPUT(input_x),
                                                           OP_OUTPUT(output_y), OP_ATTR(alpha, beta));
    return status == ACLNN_SUCCESS ? output_y : nullptr;
}

}  // namespace l0op
