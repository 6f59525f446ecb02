#include "aclnnop/aclnn_hardtanh_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "hardtanh_grad.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                  const aclScalar* min, const aclScalar* max, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardtanhBackward, DFX_IN(gradOutput, self, min, max), DFX_OUT(out));
    float minValue = 0;
    float maxValue = 0;
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("gradOutput", gradOutput)
        .Input("self", self)
        .Number("min", min, &minValue)
        .Number("max", max, &maxValue)
        .Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardtanhGrad(in[1], in[0], minValue, maxValue, z, plan);
    });
}
OP_CATCH_ALL(aclnnHardtanhBackward)

aclnnStatus aclnnHardtanhBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardtanhBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardtanhBackward)
