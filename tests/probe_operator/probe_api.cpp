#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "probe_host.h"

namespace l0op {

OP_TYPE_REGISTER(Probe);

static const aclTensor* Probe(const aclTensor* x, const aclTensor* z, aclOpExecutor* executor) {
    L0_DFX(Probe, x, z);
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(Probe, OP_INPUT(x), OP_OUTPUT(z));
    return status == ACLNN_SUCCESS ? z : nullptr;
}

}  // namespace l0op

aclnnStatus aclnnProbeGetWorkspaceSize(const aclTensor* x, const aclTensor* z, uint64_t* workspaceSize,
                                       aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnProbe, DFX_IN(x), DFX_OUT(z));
    auto plan = CREATE_EXECUTOR();
    CHECK_RET(l0op::Probe(l0op::Contiguous(x, plan.get()), z, plan.get()) != nullptr,
              ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = plan->GetWorkspaceSize();
    plan.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnProbe(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnProbe);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
