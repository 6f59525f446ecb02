#include "aclnnop/aclnn_gelu.h"

#include "../../common/op_api/elementwise_call.h"
#include "gelu.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnGeluGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnGelu, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Gelu(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnGelu)

aclnnStatus aclnnGelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnGelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnGelu)
