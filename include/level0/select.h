#ifndef ACLNN_CPU_LEVEL0_SELECT_H
#define ACLNN_CPU_LEVEL0_SELECT_H

#include "opdev/op_executor.h"

namespace l0op {

// x1 where `condition` (BOOL) holds, else x2, with broadcasting among all three. x1 and x2 are of one type.
ACLNN_CPU_PUBLIC const aclTensor* SelectV2(const aclTensor* condition, const aclTensor* x1,
                                           const aclTensor* x2, aclOpExecutor* executor);

}  // namespace l0op

#endif
