// Between plain formats and formats that cut a dimension into blocks.
#pragma once

#include "opdev/op_executor.h"

namespace aclnn_cpu::l0op {

// `x` in the blocked format NC1HWC0, NDC1HWC0 or FRACTAL_NZ with blocks of `block` elements, 0 where they are not
// filled; null without a message when its own format and shape do not fit.
const aclTensor* ToBlocks(const aclTensor* x, op::Format format, int64_t block, aclOpExecutor* executor);

// The reverse, to a plain format; the sizes are those of the original shape of `x`.
const aclTensor* FromBlocks(const aclTensor* x, op::Format format, int64_t block, aclOpExecutor* executor);

}  // namespace aclnn_cpu::l0op
