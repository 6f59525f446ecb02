#ifndef ACLNN_CPU_ACLNNOP_ACLNN_TANH_H
#define ACLNN_CPU_ACLNNOP_ACLNN_TANH_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * out = tanh(self).
 *
 * Phase 1: checks the arguments and plans the call. self: FLOAT, FLOAT16, BFLOAT16 (Ascend910B, Ascend910_93
 * and Ascend950 only), INT8, INT16, INT32, INT64, UINT8, BOOL; out: one of the floats. One
 * shape for all, 0 to 8 dimensions. Any strides; those of out must not overlap, and it may be the very same
 * view as an input.
 *
 * workspaceSize: receives the bytes of device memory that phase 2 needs; may be 0. executor: receives the plan,
 * for exactly one phase 2. The tensors may be destroyed once this returns. Returns 0, a null pointer (161001),
 * a dtype, shape or view that is not allowed (161002), or 561103 (the chosen engine cannot run it). On failure
 * nothing is written, and aclGetRecentErrMsg tells function, parameter, expected and actual.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnTanhGetWorkspaceSize(const aclTensor* self,
                                                                             aclTensor* out,
                                                                             uint64_t* workspaceSize,
                                                                             aclOpExecutor** executor);

/*
 * Phase 2: runs the plan on the stream, asynchronously, and consumes the executor. workspace: device memory of
 * at least the size phase 1 asked for; must stay valid until the stream has run it.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnTanh(void* workspace, uint64_t workspaceSize,
                                                             aclOpExecutor* executor, aclrtStream stream);

/*
 * out = tanh(self).
 *
 * Phase 1: checks the arguments and plans the call. selfRef: FLOAT, FLOAT16, BFLOAT16 (Ascend910B, Ascend910_93
 * and Ascend950 only); 0 to 8 dimensions, any strides that do not overlap. It is overwritten by the result.
 *
 * workspaceSize: receives the bytes of device memory that phase 2 needs; may be 0. executor: receives the plan,
 * for exactly one phase 2. The tensors may be destroyed once this returns. Returns 0, a null pointer (161001),
 * a dtype, shape or view that is not allowed (161002), or 561103 (the chosen engine cannot run it). On failure
 * nothing is written, and aclGetRecentErrMsg tells function, parameter, expected and actual.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnInplaceTanhGetWorkspaceSize(aclTensor* selfRef,
                                                                                    uint64_t* workspaceSize,
                                                                                    aclOpExecutor** executor);

/*
 * Phase 2: runs the plan on the stream, asynchronously, and consumes the executor. workspace: device memory of
 * at least the size phase 1 asked for; must stay valid until the stream has run it.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnInplaceTanh(void* workspace, uint64_t workspaceSize,
                                                                    aclOpExecutor* executor,
                                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
