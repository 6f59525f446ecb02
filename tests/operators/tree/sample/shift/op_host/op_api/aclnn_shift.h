#ifndef ACLNN_SAMPLE_Shift_H
#define ACLNN_SAMPLE_Shift_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

__attribute__((visibility("default"))) aclnnStatus aclnnShiftGetWorkspaceSize(const aclTensor* x, bool down,
                                                                              aclTensor* out,
                                                                              uint64_t* workspaceSize,
                                                                              aclOpExecutor** executor);
__attribute__((visibility("default"))) aclnnStatus aclnnShift(void* workspace, uint64_t workspaceSize,
                                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
