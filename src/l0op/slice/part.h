// Rectangular parts of tensors, by which Slice, SplitV, ConcatD and Pad copy.
#pragma once

#include "opdev/op_executor.h"

namespace aclnn_cpu::l0op {

// The view of `tensor` that starts at `begin` in each dimension and has the given sizes; null with a message. The
// part must lie inside the tensor.
const aclTensor* Part(const aclTensor* tensor, const op::FVector<int64_t>& begin,
                      const op::FVector<int64_t>& sizes, aclOpExecutor* executor);

// The part that covers `size` elements of dimension `dim` from `begin` on, and all of every other.
const aclTensor* PartAlong(const aclTensor* tensor, int64_t dim, int64_t begin, int64_t size,
                           aclOpExecutor* executor);

}  // namespace aclnn_cpu::l0op
