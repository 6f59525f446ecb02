#include "aclnnop/aclnn_tanh.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "tanh.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnTanhGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnTanh, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kCastOutput, Shapes::kEqual,
                         {DataType::DT_INT8, DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64,
                          DataType::DT_UINT8, DataType::DT_BOOL});
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Tanh(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnTanh)

aclnnStatus aclnnTanh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnTanh);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnTanh)

aclnnStatus aclnnInplaceTanhGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceTanh, DFX_IN(selfRef), DFX_OUT(selfRef));
    ElementwiseCall call(Types::kSame, Shapes::kEqual);
    call.Input("selfRef", selfRef).Output("selfRef", selfRef);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Tanh(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceTanh)

aclnnStatus aclnnInplaceTanh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceTanh);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceTanh)
