#include "aclnnop/aclnn_leaky_relu.h"

#include "../../common/op_api/elementwise_call.h"
#include "leaky_relu.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnLeakyReluGetWorkspaceSize(const aclTensor* self, const aclScalar* negativeSlope,
                                           aclTensor* out, uint64_t* workspaceSize,
                                           aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnLeakyRelu, DFX_IN(self, negativeSlope), DFX_OUT(out));
    float slope = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self).Number("negativeSlope", negativeSlope, &slope).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::LeakyRelu(in[0], slope, z, plan);
    });
}
OP_CATCH_ALL(aclnnLeakyRelu)

aclnnStatus aclnnLeakyRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                           aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnLeakyRelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnLeakyRelu)

aclnnStatus aclnnInplaceLeakyReluGetWorkspaceSize(aclTensor* selfRef, const aclScalar* negativeSlope,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceLeakyRelu, DFX_IN(selfRef, negativeSlope), DFX_OUT(selfRef));
    float slope = 0;
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("selfRef", selfRef).Output("selfRef", selfRef).Number("negativeSlope", negativeSlope, &slope);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::LeakyRelu(in[0], slope, z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceLeakyRelu)

aclnnStatus aclnnInplaceLeakyRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceLeakyRelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceLeakyRelu)
