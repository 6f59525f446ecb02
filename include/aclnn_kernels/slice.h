#ifndef ACLNN_CPU_ACLNN_KERNELS_SLICE_H
#define ACLNN_CPU_ACLNN_KERNELS_SLICE_H

#include "opdev/op_executor.h"

namespace l0op {

// The elements from `offsets` on, `size` of them per dimension (-1: to the end).
ACLNN_CPU_PUBLIC const aclTensor* Slice(const aclTensor* x, const aclIntArray* offsets,
                                        const aclIntArray* size, aclOpExecutor* executor);
// The same into y; `offset` and `size` are host-value tensors.
ACLNN_CPU_PUBLIC const aclTensor* Slice(const aclTensor* x, const aclTensor* y, const aclTensor* offset,
                                        const aclTensor* size, aclOpExecutor* executor);

}  // namespace l0op

#endif
