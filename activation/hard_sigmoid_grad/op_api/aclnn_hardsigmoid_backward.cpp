#include "aclnnop/aclnn_hardsigmoid_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_sigmoid_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardsigmoidBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardsigmoidBackward, DFX_IN(gradOutput, self), DFX_OUT(out));
    ElementwiseCall call(Types::kPromoted, Shapes::kEqual);
    call.Input("gradOutput", gradOutput).Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSigmoidGrad(in[0], in[1], 1.0f / 6.0f, 0.5f, z, plan);
    });
}
OP_CATCH_ALL(aclnnHardsigmoidBackward)

aclnnStatus aclnnHardsigmoidBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardsigmoidBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardsigmoidBackward)
