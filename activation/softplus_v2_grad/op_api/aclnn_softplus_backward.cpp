#include "aclnnop/aclnn_softplus_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "softplus_v2_grad.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                  const aclScalar* beta, const aclScalar* threshold,
                                                  aclTensor* gradInput, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSoftplusBackward, DFX_IN(gradOutput, self, beta, threshold), DFX_OUT(gradInput));
    float betaValue = 0;
    float thresholdValue = 0;
    ElementwiseCall call(Types::kPromoted, Shapes::kEqual,
                         {DataType::DT_DOUBLE, DataType::DT_INT8, DataType::DT_INT16, DataType::DT_INT32,
                          DataType::DT_INT64, DataType::DT_UINT8, DataType::DT_BOOL});
    call.AlsoOutput({op::DataType::DT_DOUBLE})
        .Input("gradOutput", gradOutput, activation::Accepts::kNoIntegers)
        .Input("self", self)
        .Number("beta", beta, &betaValue)
        .Number("threshold", threshold, &thresholdValue)
        .Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::SoftplusV2Grad(in[0], in[1], betaValue, thresholdValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnSoftplusBackward)

aclnnStatus aclnnSoftplusBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSoftplusBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSoftplusBackward)
