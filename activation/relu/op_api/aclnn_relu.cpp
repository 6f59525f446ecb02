#include "aclnnop/aclnn_relu.h"

#include "../../common/op_api/elementwise_call.h"
#include "level0/threshold.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "relu.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor* self, const aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnRelu, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual,
                         {DataType::DT_INT8, DataType::DT_UINT8, DataType::DT_INT32, DataType::DT_INT64});
    call.KeepIntegers().Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return activation::IsFloat(call.compute())
                   ? l0op::Relu(in[0], z, plan)
                   : l0op::Threshold(in[0], plan->AllocScalar(0), plan->AllocScalar(0), plan);
    });
}
OP_CATCH_ALL(aclnnRelu)

aclnnStatus aclnnRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnRelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnRelu)

aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceRelu, DFX_IN(selfRef), DFX_OUT(selfRef));
    ElementwiseCall call(Types::kSame, Shapes::kEqual,
                         {DataType::DT_INT8, DataType::DT_UINT8, DataType::DT_INT32, DataType::DT_INT64});
    call.KeepIntegers().Input("selfRef", selfRef).Output("selfRef", selfRef);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return activation::IsFloat(call.compute())
                   ? l0op::Relu(in[0], z, plan)
                   : l0op::Threshold(in[0], plan->AllocScalar(0), plan->AllocScalar(0), plan);
    });
}
OP_CATCH_ALL(aclnnInplaceRelu)

aclnnStatus aclnnInplaceRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceRelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceRelu)
