#include "aclnnop/aclnn_mish.h"

#include "../../common/op_api/elementwise_call.h"
#include "mish.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnMishGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnMish, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Mish(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnMish)

aclnnStatus aclnnMish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnMish);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnMish)

aclnnStatus aclnnInplaceMishGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceMish, DFX_IN(selfRef), DFX_OUT(selfRef));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("selfRef", selfRef).Output("selfRef", selfRef);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Mish(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceMish)

aclnnStatus aclnnInplaceMish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceMish);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceMish)
