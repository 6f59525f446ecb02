#include "aclnnop/aclnn_mish_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "mish_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnMishBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                              aclTensor* gradInput, uint64_t* workspaceSize,
                                              aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnMishBackward, DFX_IN(gradOutput, self), DFX_OUT(gradInput));
    ElementwiseCall call(Types::kPromoted, Shapes::kBroadcast);
    call.Input("gradOutput", gradOutput).Input("self", self).Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::MishGrad(in[0], in[1], nullptr, z, plan);
    });
}
OP_CATCH_ALL(aclnnMishBackward)

aclnnStatus aclnnMishBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnMishBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnMishBackward)
