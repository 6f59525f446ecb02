#include "aclnnop/aclnn_hardswish_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_swish_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardswishBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardswishBackward, DFX_IN(gradOutput, self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("gradOutput", gradOutput).Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSwishGrad(in[0], in[1], z, plan);
    });
}
OP_CATCH_ALL(aclnnHardswishBackward)

aclnnStatus aclnnHardswishBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardswishBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardswishBackward)
