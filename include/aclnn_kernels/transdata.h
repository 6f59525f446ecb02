#ifndef ACLNN_CPU_ACLNN_KERNELS_TRANSDATA_H
#define ACLNN_CPU_ACLNN_KERNELS_TRANSDATA_H

#include "opdev/op_executor.h"

namespace l0op {

// The same data under another format, which must be none that reorders elements. Without an executor x itself is
// relabelled and returned.
ACLNN_CPU_PUBLIC const aclTensor* ReFormat(const aclTensor* x, const op::Format& format,
                                           aclOpExecutor* executor = nullptr);

// The elements rearranged between a plain format and NC1HWC0, NDC1HWC0 or FRACTAL_NZ. What the blocks do not fill
// is 0. `groups` above 1 is refused. Null with a message for any other pair of formats.
ACLNN_CPU_PUBLIC const aclTensor* TransData(const aclTensor* x, op::Format dstPrimaryFormat, int64_t groups,
                                            aclOpExecutor* executor);
// The same, with blocks of 16 elements whatever the type.
ACLNN_CPU_PUBLIC const aclTensor* TransDataSpecial(const aclTensor* x, op::Format dstPrimaryFormat,
                                                   int64_t groups, aclOpExecutor* executor);

}  // namespace l0op

#endif
