#include "aclnnop/aclnn_gelu_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "gelu_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                              const aclTensor* gradInput, uint64_t* workspaceSize,
                                              aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnGeluBackward, DFX_IN(gradOutput, self), DFX_OUT(gradInput));
    ElementwiseCall call(Types::kPromoted, Shapes::kBroadcast);
    call.AnyInputTypes().Input("gradOutput", gradOutput).Input("self", self).Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::GeluGrad(in[0], in[1], in[0], z, plan);  // the third input of the prototype is not read
    });
}
OP_CATCH_ALL(aclnnGeluBackward)

aclnnStatus aclnnGeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnGeluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnGeluBackward)
