#include "aclnnop/aclnn_hardswish_backward_v2.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_swish_grad_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardswishBackwardV2GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardswishBackwardV2, DFX_IN(gradOutput, self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("gradOutput", gradOutput).Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSwishGradV2(in[0], in[1], z, plan);
    });
}
OP_CATCH_ALL(aclnnHardswishBackwardV2)

aclnnStatus aclnnHardswishBackwardV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardswishBackwardV2);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardswishBackwardV2)
