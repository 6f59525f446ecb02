#include "aclnnop/aclnn_softplus.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "softplus_v2.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnSoftplusGetWorkspaceSize(const aclTensor* self, const aclScalar* beta,
                                          const aclScalar* threshold, aclTensor* out, uint64_t* workspaceSize,
                                          aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSoftplus, DFX_IN(self, beta, threshold), DFX_OUT(out));
    float betaValue = 0;
    float thresholdValue = 0;
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual);
    call.Input("self", self)
        .Number("beta", beta, &betaValue)
        .Number("threshold", threshold, &thresholdValue)
        .Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::SoftplusV2(in[0], betaValue, thresholdValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnSoftplus)

aclnnStatus aclnnSoftplus(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                          aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSoftplus);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSoftplus)
