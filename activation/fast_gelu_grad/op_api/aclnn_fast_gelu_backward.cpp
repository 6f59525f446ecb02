#include "aclnnop/aclnn_fast_gelu_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "fast_gelu_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnFastGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                  aclTensor* gradInput, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnFastGeluBackward, DFX_IN(gradOutput, self), DFX_OUT(gradInput));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("gradOutput", gradOutput).Input("self", self).Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::FastGeluGrad(in[0], in[1], z, plan);
    });
}
OP_CATCH_ALL(aclnnFastGeluBackward)

aclnnStatus aclnnFastGeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnFastGeluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnFastGeluBackward)
