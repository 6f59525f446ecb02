#include "aclnn_negate.h"

#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "negate.h"
#include "opdev/common_types.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

aclnnStatus aclnnNegateGetWorkspaceSize(const aclTensor* x, aclTensor* out, uint64_t* workspaceSize,
                                        aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnNegate, DFX_IN(x), DFX_OUT(out));
    auto plan = CREATE_EXECUTOR();
    const aclTensor* result = l0op::Negate(l0op::Contiguous(x, plan.get()), plan.get());
    CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(result, out, plan.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = plan->GetWorkspaceSize();
    plan.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnNegate(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                        aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnNegate);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
