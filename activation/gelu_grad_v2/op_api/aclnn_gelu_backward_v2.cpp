#include "aclnnop/aclnn_gelu_backward_v2.h"

#include <string_view>

#include "../../common/op_api/elementwise_call.h"
#include "gelu_grad_v2.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                char* approximate, aclTensor* gradInput,
                                                uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnGeluBackwardV2, DFX_IN(gradOutput, self, approximate), DFX_OUT(gradInput));
    const std::string_view form = approximate != nullptr ? approximate : "none";
    ElementwiseCall call(Types::kPromotedToOut, Shapes::kBroadcast);
    call.AnyInputTypes()
        .Input("gradOutput", gradOutput)
        .Input("self", self)
        .Text("approximate", approximate)
        .Output("gradInput", gradInput)
        .Require(form == "none" || form == "tanh",
                 "approximate is neither \"none\" (by the error function) nor \"tanh\".");
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::GeluGradV2(in[0], in[1], approximate, z, plan);
    });
}
OP_CATCH_ALL(aclnnGeluBackwardV2)

aclnnStatus aclnnGeluBackwardV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnGeluBackwardV2);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnGeluBackwardV2)
