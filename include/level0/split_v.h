#ifndef ACLNN_CPU_LEVEL0_SPLIT_V_H
#define ACLNN_CPU_LEVEL0_SPLIT_V_H

#include "opdev/op_executor.h"

namespace l0op {

// The pieces of `self` along `dim`, `splitSize` long; the lengths add up to the size of the dimension.
ACLNN_CPU_PUBLIC const aclTensorList* SplitV(const aclTensor* self, const aclIntArray* splitSize, int64_t dim,
                                             aclOpExecutor* executor);
ACLNN_CPU_PUBLIC bool SplitVAiCoreSupport(const aclTensor* self);

}  // namespace l0op

#endif
