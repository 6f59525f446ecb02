// What the operators of two tensors have in common.
#pragma once

#include "l0op/host_operator.h"

namespace aclnn_cpu::l0op {

struct BinaryOperator {
    const char* op_type;
    simd::NativeKernel kernel;
    uint32_t kinds;  // of types it takes
    bool answers;    // its result is BOOL
};

// Checks the operands, converts a 16-bit float beside a FLOAT to FLOAT, and records the operator.
const aclTensor* RecordBinary(const BinaryOperator& which, const aclTensor* self, const aclTensor* other,
                              aclOpExecutor* executor);

}  // namespace aclnn_cpu::l0op
