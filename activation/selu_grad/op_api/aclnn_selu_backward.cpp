#include "aclnnop/aclnn_selu_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "selu_grad.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnSeluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* result,
                                              aclTensor* gradInput, uint64_t* workspaceSize,
                                              aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSeluBackward, DFX_IN(gradOutput, result), DFX_OUT(gradInput));
    ElementwiseCall call(Types::kSame, Shapes::kEqual, {DataType::DT_INT32, DataType::DT_INT8});
    call.Input("gradOutput", gradOutput).Input("result", result).Output("gradInput", gradInput);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::SeluGrad(in[0], in[1], z, plan);
    });
}
OP_CATCH_ALL(aclnnSeluBackward)

aclnnStatus aclnnSeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSeluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSeluBackward)
