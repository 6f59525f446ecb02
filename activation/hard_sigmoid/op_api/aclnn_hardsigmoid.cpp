#include "aclnnop/aclnn_hardsigmoid.h"

#include "../../common/op_api/elementwise_call.h"
#include "hard_sigmoid.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

aclnnStatus aclnnHardsigmoidGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnHardsigmoid, DFX_IN(self), DFX_OUT(out));
    ElementwiseCall call(Types::kSame, Shapes::kEqual, {DataType::DT_INT32});
    call.Input("self", self).Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSigmoid(in[0], 1.0f / 6.0f, 0.5f, z, plan);
    });
}
OP_CATCH_ALL(aclnnHardsigmoid)

aclnnStatus aclnnHardsigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnHardsigmoid);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnHardsigmoid)

aclnnStatus aclnnInplaceHardsigmoidGetWorkspaceSize(const aclTensor* self, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceHardsigmoid, DFX_IN(self), DFX_OUT(self));
    ElementwiseCall call(Types::kSame, Shapes::kEqual, {DataType::DT_INT32});
    call.Input("self", self).Output("self", self);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return l0op::HardSigmoid(in[0], 1.0f / 6.0f, 0.5f, z, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceHardsigmoid)

aclnnStatus aclnnInplaceHardsigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceHardsigmoid);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceHardsigmoid)
