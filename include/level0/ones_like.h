#ifndef ACLNN_CPU_LEVEL0_ONES_LIKE_H
#define ACLNN_CPU_LEVEL0_ONES_LIKE_H

#include "opdev/op_executor.h"

namespace l0op {

// A tensor of the shape and type of `self`, all 1.
ACLNN_CPU_PUBLIC const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor);

// Whether OnesLike knows the type.
inline bool IsAiCpuSupport(const aclTensor* self) {
    return op::IsNumberType(self->GetDataType()) || self->GetDataType() == op::DataType::DT_BOOL;
}

}  // namespace l0op

#endif
