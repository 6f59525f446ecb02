#ifndef ACLNN_CPU_LEVEL0_AXPY_H
#define ACLNN_CPU_LEVEL0_AXPY_H

#include "opdev/op_executor.h"

namespace l0op {

// self + alpha * other with broadcasting. Equal real types, rounded once; integers take alpha without its
// fraction and wrap around. Null with a message for other types.
ACLNN_CPU_PUBLIC const aclTensor* Axpy(const aclTensor* self, const aclTensor* other, float alpha,
                                       aclOpExecutor* executor);
// Not provided: callers ask whether its address is null.
__attribute__((weak)) const aclTensor* AxpyInplace(const aclTensor* self, const aclTensor* other, float alpha,
                                                   aclOpExecutor* executor);

}  // namespace l0op

#endif
