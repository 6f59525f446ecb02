#ifndef SAMPLE_shift_H
#define SAMPLE_shift_H

#include "opdev/op_executor.h"

namespace l0op {
const aclTensor* Shift(const aclTensor* x, bool down, aclOpExecutor* executor);
}

#endif
