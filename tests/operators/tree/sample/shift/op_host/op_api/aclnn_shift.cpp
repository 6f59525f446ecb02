#include "aclnn_shift.h"

#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "opdev/common_types.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "shift.h"

aclnnStatus aclnnShiftGetWorkspaceSize(const aclTensor* x, bool down, aclTensor* out, uint64_t* workspaceSize,
                                       aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnShift, DFX_IN(x), DFX_OUT(out));
    auto plan = CREATE_EXECUTOR();
    const aclTensor* result = l0op::Shift(l0op::Contiguous(x, plan.get()), down, plan.get());
    CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(result, out, plan.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = plan->GetWorkspaceSize();
    plan.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnShift(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnShift);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
