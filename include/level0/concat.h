#ifndef ACLNN_CPU_LEVEL0_CONCAT_H
#define ACLNN_CPU_LEVEL0_CONCAT_H

#include "opdev/op_executor.h"

namespace l0op {

// The tensors one after another along `dim`, as `outDtype` (default: the type they share). Other sizes must agree.
ACLNN_CPU_PUBLIC aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, op::DataType outDtype,
                                    aclOpExecutor* executor);
ACLNN_CPU_PUBLIC aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, aclOpExecutor* executor);

}  // namespace l0op

#endif
