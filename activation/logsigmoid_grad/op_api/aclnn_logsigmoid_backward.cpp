#include "aclnnop/aclnn_logsigmoid_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "logsigmoid_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnLogSigmoidBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                    const aclTensor* buffer, aclTensor* gradInput,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnLogSigmoidBackward, DFX_IN(gradOutput, self, buffer), DFX_OUT(gradInput));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("gradOutput", gradOutput)
        .Input("self", self)
        .Unused("buffer", buffer)
        .Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::LogSigmoidGrad(in[0], in[1], z, plan);
    });
}
OP_CATCH_ALL(aclnnLogSigmoidBackward)

aclnnStatus aclnnLogSigmoidBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnLogSigmoidBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnLogSigmoidBackward)
