#include "aclnnop/aclnn_sigmoid.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "sigmoid.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnSigmoidGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                         aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSigmoid, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual,
                         {DataType::DT_INT8, DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64,
                          DataType::DT_UINT8, DataType::DT_BOOL});
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Sigmoid(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnSigmoid)

aclnnStatus aclnnSigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                         aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSigmoid);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSigmoid)

aclnnStatus aclnnInplaceSigmoidGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceSigmoid, DFX_IN(selfRef), DFX_OUT(selfRef));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("selfRef", selfRef).Output("selfRef", selfRef);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Sigmoid(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceSigmoid)

aclnnStatus aclnnInplaceSigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceSigmoid);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceSigmoid)
