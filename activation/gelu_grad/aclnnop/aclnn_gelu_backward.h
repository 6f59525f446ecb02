/*
 * aclnnGeluBackward: the gradient of GELU (its tanh approximation) with respect to its input.
 *
 *   gradInput = gradOutput * d/dx [ 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) ]   at x = self
 *
 * See activation/gelu_grad/docs/aclnnGeluBackward.md for dtypes, shapes, error codes and accuracy.
 */
#ifndef ACLNN_CPU_ACLNNOP_ACLNN_GELU_BACKWARD_H
#define ACLNN_CPU_ACLNNOP_ACLNN_GELU_BACKWARD_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Phase 1: checks the arguments and plans the call.
 *
 * gradOutput, self: 0 to 8 dims, broadcastable with each other; their promoted dtype is FLOAT, FLOAT16 or
 * BFLOAT16. Any strides. gradInput: exactly the broadcast shape; FLOAT, FLOAT16 or BFLOAT16; any strides that
 * do not overlap. It may be the very same view as gradOutput or self. workspaceSize: receives the bytes of
 * device memory that phase 2 needs; may be 0. executor: receives the plan, for exactly one phase 2. The
 * tensors may be destroyed once this returns.
 *
 * Returns 0, 161001 (a null pointer) or 161002 (a dtype, shape or view that is not allowed), 561103 (the
 * chosen engine cannot run it). On failure nothing is written, and aclGetRecentErrMsg tells operator, tensor,
 * expected and actual.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnGeluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/*
 * Phase 2: runs the plan on the stream, asynchronously, and consumes the executor.
 *
 * workspace: device memory of at least the size phase 1 asked for; must stay valid until the stream has run
 * it.
 */
__attribute__((visibility("default"))) aclnnStatus aclnnGeluBackward(void* workspace, uint64_t workspaceSize,
                                                                     aclOpExecutor* executor,
                                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
