#include "gelu_v2.h"

#include <string_view>

#include "../../gelu/op_api/gelu.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(GeluV2);

const aclTensor* GeluV2(const aclTensor* x, const char* approximate, const aclTensor* y,
                        aclOpExecutor* executor) {
    L0_DFX(GeluV2, x, approximate, y);
    if (std::string_view(approximate) == "tanh") {
        return Gelu(x, y, executor);
    }
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(GeluV2, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(std::string(approximate)));
    return status == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
