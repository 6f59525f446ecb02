#include "aclnnop/aclnn_logsigmoid.h"

#include "../../common/op_api/elementwise_call.h"
#include "log_sigmoid.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnLogSigmoidGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnLogSigmoid, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::LogSigmoid(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnLogSigmoid)

aclnnStatus aclnnLogSigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnLogSigmoid);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnLogSigmoid)

aclnnStatus aclnnLogSigmoidForwardGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   [[maybe_unused]] aclTensor* buffer,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnLogSigmoidForward, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::LogSigmoid(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnLogSigmoidForward)

aclnnStatus aclnnLogSigmoidForward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnLogSigmoidForward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnLogSigmoidForward)
