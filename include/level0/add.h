#ifndef ACLNN_CPU_LEVEL0_ADD_H
#define ACLNN_CPU_LEVEL0_ADD_H

#include "opdev/op_executor.h"

namespace l0op {

// self + other, element by element with broadcasting. Any number type; integers wrap around, BOOL adds as OR.
// Equal types, or FLOAT with FLOAT16 or BFLOAT16 (the result is FLOAT); else null with a message.
ACLNN_CPU_PUBLIC const aclTensor* Add(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
// Not provided: callers ask whether its address is null.
__attribute__((weak)) const aclTensor* AddInplace(const aclTensor* self, const aclTensor* other,
                                                  aclOpExecutor* executor);

}  // namespace l0op

#endif
