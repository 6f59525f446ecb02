#include "aclnnop/aclnn_elu_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "elu_grad_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnEluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclScalar* alpha,
                                             const aclScalar* scale, const aclScalar* inputScale,
                                             bool isResult, const aclTensor* selfOrResult,
                                             aclTensor* gradInput, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnEluBackward, DFX_IN(gradOutput, alpha, scale, inputScale, isResult, selfOrResult),
                   DFX_OUT(gradInput));
    float alphaValue = 0;
    float scaleValue = 0;
    float inputScaleValue = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("gradOutput", gradOutput)
        .Number("alpha", alpha, &alphaValue)
        .Number("scale", scale, &scaleValue)
        .Number("inputScale", inputScale, &inputScaleValue)
        .Input("selfOrResult", selfOrResult)
        .Output("gradInput", gradInput)
        .Require(!isResult || !(alphaValue < 0),
                 "alpha is negative, expected 0 or more where isResult is true: the result does not tell the "
                 "input then.");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::EluGradV2(in[0], in[1], alphaValue, scaleValue, inputScaleValue, isResult, z, plan);
    });
}
OP_CATCH_ALL(aclnnEluBackward)

aclnnStatus aclnnEluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnEluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnEluBackward)
