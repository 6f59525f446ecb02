#include "aclnnop/aclnn_selu.h"

#include "../../common/op_api/elementwise_call.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "selu.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnSeluGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnSelu, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual, {DataType::DT_INT32, DataType::DT_INT8});
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Selu(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnSelu)

aclnnStatus aclnnSelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnSelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnSelu)

aclnnStatus aclnnInplaceSeluGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceSelu, DFX_IN(selfRef), DFX_OUT(selfRef));
    ElementwiseCall call(Types::kSame, Shapes::kEqual, {DataType::DT_INT32, DataType::DT_INT8});
    call.Input("selfRef", selfRef).Output("selfRef", selfRef);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::Selu(in[0], z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceSelu)

aclnnStatus aclnnInplaceSelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceSelu);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceSelu)
