#include "aclnnop/aclnn_gelu_v2.h"

#include "../../common/op_api/elementwise_call.h"
#include "gelu_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnGeluV2GetWorkspaceSize(const aclTensor* x, int64_t approximate, aclTensor* y,
                                        uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnGeluV2, DFX_IN(x, approximate), DFX_OUT(y));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("x", x).Output("y", y).Require(
        approximate == 0 || approximate == 1,
        "approximate is neither 0 (by the error function) nor 1 (by tanh).");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::GeluV2(in[0], approximate == 1 ? "tanh" : "none", z, plan);
    });
}
OP_CATCH_ALL(aclnnGeluV2)

aclnnStatus aclnnGeluV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                        aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnGeluV2);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnGeluV2)
