#include "hard_shrink.h"

#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(HardShrink);

const aclTensor* HardShrink(const aclTensor* self, float lambd, const aclTensor* out,
                            aclOpExecutor* executor) {
    L0_DFX(HardShrink, self, lambd, out);
    const aclnnStatus status =
        ADD_TO_LAUNCHER_LIST_AICORE(HardShrink, OP_INPUT(self), OP_OUTPUT(out), OP_ATTR(lambd));
    return status == ACLNN_SUCCESS ? out : nullptr;
}

}  // namespace l0op
