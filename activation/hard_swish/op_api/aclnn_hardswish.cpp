#include "aclnnop/aclnn_hardswish.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_swish.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardswishGetWorkspaceSize(const aclTensor* self, const aclTensor* out,
                                           uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardswish, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSwish(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnHardswish)

aclnnStatus aclnnHardswish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                           aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardswish);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardswish)

aclnnStatus aclnnInplaceHardswishGetWorkspaceSize(const aclTensor* self, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceHardswish, DFX_IN(self), DFX_OUT(self));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("self", self).Output("self", self);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSwish(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceHardswish)

aclnnStatus aclnnInplaceHardswish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceHardswish);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceHardswish)
