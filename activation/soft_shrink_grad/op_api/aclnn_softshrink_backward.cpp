#include "aclnnop/aclnn_softshrink_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "soft_shrink_grad.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnSoftshrinkBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                    const aclScalar* lambda, aclTensor* gradInput,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSoftshrinkBackward, DFX_IN(gradOutput, self, lambda), DFX_OUT(gradInput));
    float lambdaValue = 0;
    ElementwiseCall call(Types::kPromoted, Shapes::kBroadcast);
    call.Input("gradOutput", gradOutput)
        .Input("self", self)
        .Number("lambda", lambda, &lambdaValue)
        .Output("gradInput", gradInput)
        .Require(!(lambdaValue < 0), "lambda is negative, expected 0 or more.");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::SoftShrinkGrad(in[0], in[1], lambdaValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnSoftshrinkBackward)

aclnnStatus aclnnSoftshrinkBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSoftshrinkBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSoftshrinkBackward)
