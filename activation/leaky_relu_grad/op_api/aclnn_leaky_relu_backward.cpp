#include "aclnnop/aclnn_leaky_relu_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "leaky_relu_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnLeakyReluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                   const aclScalar* negativeSlope, bool selfIsResult,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnLeakyReluBackward, DFX_IN(gradOutput, self, negativeSlope, selfIsResult),
                   DFX_OUT(out));
    float slope = 0;
    ElementwiseCall call(Types::kPromoted, Shapes::kBroadcast);
    call.Input("gradOutput", gradOutput)
        .Input("self", self)
        .Number("negativeSlope", negativeSlope, &slope)
        .Output("out", out)
        .Require(!selfIsResult || !(slope < 0),
                 "negativeSlope is negative, expected 0 or more where selfIsResult is true: the result does "
                 "not tell the input then.");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::LeakyReluGrad(in[0], in[1], slope, z, plan);
    });
}
OP_CATCH_ALL(aclnnLeakyReluBackward)

aclnnStatus aclnnLeakyReluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnLeakyReluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnLeakyReluBackward)
