#ifndef ACLNN_CPU_LEVEL0_THRESHOLD_H
#define ACLNN_CPU_LEVEL0_THRESHOLD_H

#include "opdev/op_executor.h"

namespace l0op {

// self where it is above `threshold`, else `value`; both are converted to the type of self. Real types.
ACLNN_CPU_PUBLIC const aclTensor* Threshold(const aclTensor* self, const aclScalar* threshold,
                                            const aclScalar* value, aclOpExecutor* executor);

}  // namespace l0op

#endif
