#ifndef ACLNN_CPU_LEVEL0_DIV_H
#define ACLNN_CPU_LEVEL0_DIV_H

#include "opdev/op_executor.h"

namespace l0op {

// self / other, element by element with broadcasting. Floating and complex types.
// Equal types, or FLOAT with FLOAT16 or BFLOAT16 (the result is FLOAT); else null with a message.
ACLNN_CPU_PUBLIC const aclTensor* Div(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);

}  // namespace l0op

#endif
