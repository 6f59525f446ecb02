#ifndef ACLNN_SAMPLE_Negate_H
#define ACLNN_SAMPLE_Negate_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

__attribute__((visibility("default"))) aclnnStatus aclnnNegateGetWorkspaceSize(const aclTensor* x,
                                                                               aclTensor* out,
                                                                               uint64_t* workspaceSize,
                                                                               aclOpExecutor** executor);
__attribute__((visibility("default"))) aclnnStatus aclnnNegate(void* workspace, uint64_t workspaceSize,
                                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
