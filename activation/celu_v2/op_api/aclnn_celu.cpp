#include "aclnnop/aclnn_celu.h"

#include "../../common/op_api/elementwise_call.h"
#include "celu_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnCeluGetWorkspaceSize(const aclTensor* self, const aclScalar* alpha, aclTensor* out,
                                      uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnCelu, DFX_IN(self, alpha), DFX_OUT(out));
    float alphaValue = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self)
        .Number("alpha", alpha, &alphaValue)
        .Output("out", out)
        .Require(alphaValue > 0 || alphaValue < 0, "alpha is 0 or NaN, expected another number.");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::CeluV2(in[0], alphaValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnCelu)

aclnnStatus aclnnCelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnCelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnCelu)

aclnnStatus aclnnInplaceCeluGetWorkspaceSize(aclTensor* selfRef, const aclScalar* alpha,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceCelu, DFX_IN(selfRef, alpha), DFX_OUT(selfRef));
    float alphaValue = 0;
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("selfRef", selfRef)
        .Output("selfRef", selfRef)
        .Number("alpha", alpha, &alphaValue)
        .Require(alphaValue > 0 || alphaValue < 0, "alpha is 0 or NaN, expected another number.");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::CeluV2(in[0], alphaValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceCelu)

aclnnStatus aclnnInplaceCelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceCelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceCelu)
