// What Contiguous, Cast, BroadcastTo, ViewCopy and others have in common: each copies one tensor to another of the
// same or a broadcast shape, converting as it goes.
#pragma once

#include "opdev/common_types.h"
#include "opdev/op_executor.h"

namespace aclnn_cpu::l0op {

struct CopyOperator {
    explicit constexpr CopyOperator(const char* name) : op_type(name) {}
    const char* op_type;  // a literal
};

// Records that `to` becomes a copy of `from`, and returns `to`; null with a message when it cannot be.
const aclTensor* Record(const CopyOperator& which, const aclTensor* from, const aclTensor* to,
                        aclOpExecutor* executor);

// Null arguments and views that leave their storage give false, with a message.
bool IsUsable(const char* op_type, const aclTensor* tensor, const aclOpExecutor* executor);
inline bool IsUsable(const CopyOperator& which, const aclTensor* tensor, const aclOpExecutor* executor) {
    return IsUsable(which.op_type, tensor, executor);
}

}  // namespace aclnn_cpu::l0op
