#ifndef ACLNN_CPU_LEVEL0_CUMSUM_H
#define ACLNN_CPU_LEVEL0_CUMSUM_H

#include "opdev/op_executor.h"

namespace l0op {

// Running sums along the dimension that the host-value tensor `dim` holds. `exclusive` leaves out the element
// itself; `reverse` sums from the end. Number types; floats are summed in DOUBLE and rounded once, integers wrap around.
ACLNN_CPU_PUBLIC const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim,
                                         aclOpExecutor* executor);
ACLNN_CPU_PUBLIC const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, bool exclusive,
                                         bool reverse, aclOpExecutor* executor);

}  // namespace l0op

#endif
