#include "aclnnop/aclnn_hardshrink.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_shrink.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardshrinkGetWorkspaceSize(const aclTensor* self, const aclScalar* lambd, aclTensor* out,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardshrink, DFX_IN(self, lambd), DFX_OUT(out));
    float lambdaValue = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self).Number("lambd", lambd, &lambdaValue).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardShrink(in[0], lambdaValue < 0 ? 0.0f : lambdaValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnHardshrink)

aclnnStatus aclnnHardshrink(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardshrink);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardshrink)
