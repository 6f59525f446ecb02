#ifndef ACLNN_CPU_LEVEL0_ABS_H
#define ACLNN_CPU_LEVEL0_ABS_H

#include "opdev/op_executor.h"

namespace l0op {

// The absolute value of real types but BOOL; the most negative integer stays itself.
ACLNN_CPU_PUBLIC const aclTensor* Abs(const aclTensor* self, aclOpExecutor* executor);

}  // namespace l0op

#endif
