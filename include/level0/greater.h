#ifndef ACLNN_CPU_LEVEL0_GREATER_H
#define ACLNN_CPU_LEVEL0_GREATER_H

#include "opdev/op_executor.h"

namespace l0op {

// self > other, element by element with broadcasting, as BOOL. Equal real types, else null with a message.
ACLNN_CPU_PUBLIC const aclTensor* Greater(const aclTensor* self, const aclTensor* other,
                                          aclOpExecutor* executor);

}  // namespace l0op

#endif
