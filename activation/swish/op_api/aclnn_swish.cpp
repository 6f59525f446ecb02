#include "aclnnop/aclnn_swish.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "swish.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnSwishGetWorkspaceSize(const aclTensor* self, const aclScalar* betaOptional, aclTensor* out,
                                       uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSwish, DFX_IN(self, betaOptional), DFX_OUT(out));
    float beta = 1.0f;
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("self", self).OptionalNumber("betaOptional", betaOptional, &beta).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Swish(in[0], beta, z, plan);
    });
}
OP_CATCH_ALL(aclnnSwish)

aclnnStatus aclnnSwish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                       aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSwish);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSwish)
