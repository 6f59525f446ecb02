// What a program of its own op_api code is like: it launches Vendor and implements nothing.
#include "vendor_api.h"

#include "aclnn_kernels/common/op_error_check.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(Vendor);

static const aclTensor* Vendor(const aclTensor* z, aclOpExecutor* executor) {
    L0_DFX(Vendor, z);
    if (INFER_SHAPE(Vendor, OP_OUTPUT(z)) != ACLNN_SUCCESS) {
        return nullptr;
    }
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(Vendor, OP_OUTPUT(z));
    return status == ACLNN_SUCCESS ? z : nullptr;
}

}  // namespace l0op

aclnnStatus aclnnVendorGetWorkspaceSize(const aclTensor* z, uint64_t* workspaceSize,
                                        aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnVendor, DFX_IN(), DFX_OUT(z));
    auto plan = CREATE_EXECUTOR();
    CHECK_RET(l0op::Vendor(z, plan.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = plan->GetWorkspaceSize();
    plan.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnVendor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                        aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnVendor);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
