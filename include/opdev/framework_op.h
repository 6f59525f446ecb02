// Moving values between the host and the device while an executor records.
#ifndef ACLNN_CPU_OPDEV_FRAMEWORK_OP_H
#define ACLNN_CPU_OPDEV_FRAMEWORK_OP_H

#include "aclnn/acl_meta.h"
#include "aclnn_cpu/export.h"

namespace op {

// A device tensor with the values of host-value tensor `src`, which is copied when the executor runs.
ACLNN_CPU_PUBLIC const aclTensor* CopyToNpu(const aclTensor* src, aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* CopyToNpuSync(const aclTensor* src, aclOpExecutor* executor);
// Copies between device tensors of equal shape and type. 0 or 561000.
ACLNN_CPU_PUBLIC aclnnStatus CopyNpuToNpu(const aclTensor* src, const aclTensor* dst,
                                          aclOpExecutor* executor);

}  // namespace op

#endif
