#ifndef ACLNN_CPU_ACLNNOP_ACLNN_SELU_BACKWARD_H
#define ACLNN_CPU_ACLNNOP_ACLNN_SELU_BACKWARD_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * gradInput = gradOutput times the derivative of SELU, from its result: scale, or result + scale alpha where it
 * is negative; alpha = 1.67326324, scale = 1.05070099.
 *
 * Phase 1: checks the arguments and plans the call. One dtype for all tensors: FLOAT, FLOAT16, BFLOAT16
 * (Ascend910B, Ascend910_93 and Ascend950 only), INT32, INT8. One shape for all, 0 to 8 dimensions. Any
 * strides; those of gradInput must not overlap, and it may be the very same view as an input.
 *
 * workspaceSize: receives the bytes of device memory that phase 2 needs; may be 0. executor: receives the plan,
 * for exactly one phase 2. The tensors may be destroyed once this returns. Returns 0, a null pointer (161001),
 * a dtype, shape or view that is not allowed (161002), or 561103 (the chosen engine cannot run it). On failure
 * nothing is written, and aclGetRecentErrMsg tells function, parameter, expected and actual.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnSeluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* result, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/*
 * Phase 2: runs the plan on the stream, asynchronously, and consumes the executor. workspace: device memory of
 * at least the size phase 1 asked for; must stay valid until the stream has run it.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnSeluBackward(void* workspace, uint64_t workspaceSize,
                                                                     aclOpExecutor* executor,
                                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
