#include "gelu_grad_v2.h"

#include <string_view>

#include "../../gelu_grad/op_api/gelu_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(GeluGradV2);

const aclTensor* GeluGradV2(const aclTensor* dy, const aclTensor* x, const char* approximate,
                            const aclTensor* z, aclOpExecutor* executor) {
    L0_DFX(GeluGradV2, dy, x, approximate, z);
    if (std::string_view(approximate) == "tanh") {
        return GeluGrad(dy, x, dy, z, executor);
    }
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(GeluGradV2, OP_INPUT(dy, x), OP_OUTPUT(z),
                                                           OP_ATTR(std::string(approximate)));
    return status == ACLNN_SUCCESS ? z : nullptr;
}

}  // namespace l0op
