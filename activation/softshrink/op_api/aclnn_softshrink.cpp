#include "aclnnop/aclnn_softshrink.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "softshrink.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnSoftshrinkGetWorkspaceSize(const aclTensor* self, const aclScalar* lambd, aclTensor* out,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSoftshrink, DFX_IN(self, lambd), DFX_OUT(out));
    float lambdaValue = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self)
        .Number("lambd", lambd, &lambdaValue)
        .Output("out", out)
        .Require(!(lambdaValue < 0), "lambd is negative, expected 0 or more.");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Softshrink(in[0], lambdaValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnSoftshrink)

aclnnStatus aclnnSoftshrink(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSoftshrink);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSoftshrink)
