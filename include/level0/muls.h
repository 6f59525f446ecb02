#ifndef ACLNN_CPU_LEVEL0_MULS_H
#define ACLNN_CPU_LEVEL0_MULS_H

#include "opdev/op_executor.h"

namespace l0op {

// self * alpha, rounded once. Real types but BOOL; for integers the product is taken in FLOAT or, from 32 bits,
// DOUBLE and its fraction dropped.
ACLNN_CPU_PUBLIC const aclTensor* Muls(const aclTensor* self, float alpha, aclOpExecutor* executor);
// Not provided: callers ask whether its address is null.
__attribute__((weak)) const aclTensor* MulsInplace(const aclTensor* self, float alpha,
                                                   aclOpExecutor* executor);

}  // namespace l0op

#endif
