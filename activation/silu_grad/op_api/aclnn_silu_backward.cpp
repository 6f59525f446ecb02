#include "aclnnop/aclnn_silu_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "silu_grad.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnSiluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                              aclTensor* gradInput, uint64_t* workspaceSize,
                                              aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSiluBackward, DFX_IN(gradOutput, self), DFX_OUT(gradInput));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("gradOutput", gradOutput).Input("self", self).Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::SiluGrad(in[0], in[1], z, plan);
    });
}
OP_CATCH_ALL(aclnnSiluBackward)

aclnnStatus aclnnSiluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSiluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSiluBackward)
