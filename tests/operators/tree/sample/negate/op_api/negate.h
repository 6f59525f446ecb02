#ifndef SAMPLE_negate_H
#define SAMPLE_negate_H

#include "opdev/op_executor.h"

namespace l0op {
const aclTensor* Negate(const aclTensor* x, aclOpExecutor* executor);
}

#endif
