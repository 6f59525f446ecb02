#include "softplus_v2_grad.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(SoftplusV2Grad);

const aclTensor* SoftplusV2Grad(const aclTensor* input_gradients, const aclTensor* input_features, float beta,
                                float threshold, const aclTensor* output_backprops, aclOpExecutor* executor) {
    L0_DFX(SoftplusV2Grad, input_gradients, input_features, beta, threshold, output_backprops);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(SoftplusV2Grad, OP_INPUT(input_gradients, input_features),
                                    OP_OUTPUT(output_backprops), OP_ATTR(beta, threshold));
    return status == ACLNN_SUCCESS ? output_backprops : nullptr;
}

}  // namespace l0op
