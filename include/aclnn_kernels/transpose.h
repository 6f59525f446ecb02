#ifndef ACLNN_CPU_ACLNN_KERNELS_TRANSPOSE_H
#define ACLNN_CPU_ACLNN_KERNELS_TRANSPOSE_H

#include "opdev/op_executor.h"

namespace l0op {

// A new tensor whose dimension i is dimension perm[i] of x. Null when perm is no permutation.
ACLNN_CPU_PUBLIC const aclTensor* Transpose(const aclTensor* x, const aclIntArray* perm,
                                            aclOpExecutor* executor);
// The same into y; `perm` is a host-value tensor.
ACLNN_CPU_PUBLIC const aclTensor* Transpose(const aclTensor* x, const aclTensor* y, const aclTensor* perm,
                                            aclOpExecutor* executor);

}  // namespace l0op

#endif
