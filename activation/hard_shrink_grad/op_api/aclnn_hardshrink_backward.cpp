#include "aclnnop/aclnn_hardshrink_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_shrink_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardshrinkBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                    const aclScalar* lambd, aclTensor* gradInput,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardshrinkBackward, DFX_IN(gradOutput, self, lambd), DFX_OUT(gradInput));
    float lambdaValue = 0;
    ElementwiseCall call(Types::kPromoted, Shapes::kBroadcast);
    call.Input("gradOutput", gradOutput)
        .Input("self", self)
        .Number("lambd", lambd, &lambdaValue)
        .Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardShrinkGrad(in[0], in[1], lambdaValue < 0 ? 0.0f : lambdaValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnHardshrinkBackward)

aclnnStatus aclnnHardshrinkBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardshrinkBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardshrinkBackward)
