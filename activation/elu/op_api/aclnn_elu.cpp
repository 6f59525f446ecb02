#include "aclnnop/aclnn_elu.h"

#include "../../common/op_api/elementwise_call.h"
#include "elu.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnEluGetWorkspaceSize(const aclTensor* self, const aclScalar* alpha, const aclScalar* scale,
                                     const aclScalar* inputScale, aclTensor* out, uint64_t* workspaceSize,
                                     aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnElu, DFX_IN(self, alpha, scale, inputScale), DFX_OUT(out));
    float alphaValue = 0;
    float scaleValue = 0;
    float inputScaleValue = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self)
        .Number("alpha", alpha, &alphaValue)
        .Number("scale", scale, &scaleValue)
        .Number("inputScale", inputScale, &inputScaleValue)
        .Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Elu(in[0], alphaValue, scaleValue, inputScaleValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnElu)

aclnnStatus aclnnElu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                     aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnElu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnElu)

aclnnStatus aclnnInplaceEluGetWorkspaceSize(aclTensor* selfRef, const aclScalar* alpha,
                                            const aclScalar* scale, const aclScalar* inputScale,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceElu, DFX_IN(selfRef, alpha, scale, inputScale), DFX_OUT(selfRef));
    float alphaValue = 0;
    float scaleValue = 0;
    float inputScaleValue = 0;
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("selfRef", selfRef)
        .Output("selfRef", selfRef)
        .Number("alpha", alpha, &alphaValue)
        .Number("scale", scale, &scaleValue)
        .Number("inputScale", inputScale, &inputScaleValue);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Elu(in[0], alphaValue, scaleValue, inputScaleValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceElu)

aclnnStatus aclnnInplaceElu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceElu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceElu)
