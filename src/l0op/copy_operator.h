// What Contiguous, Cast, BroadcastTo and ViewCopy have in common: each copies one tensor to another of the
// same or a broadcast shape, converting as it goes.
#pragma once

#include "opdev/common_types.h"
#include "opdev/op_executor.h"

namespace aclnn_cpu::l0op {

// Registers a copying operator for as long as the library is loaded. At namespace scope, once per operator;
// `op_type` is a literal.
struct CopyOperator {
    explicit CopyOperator(const char* op_type);
    const char* op_type;
};

// Records that `to` becomes a copy of `from`, and returns `to`; null with a message when it cannot be.
const aclTensor* Record(const CopyOperator& which, const aclTensor* from, const aclTensor* to,
                        aclOpExecutor* executor);

// Null arguments and views that leave their storage give false, with a message.
bool IsUsable(const CopyOperator& which, const aclTensor* tensor, const aclOpExecutor* executor);

}  // namespace aclnn_cpu::l0op
