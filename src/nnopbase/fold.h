// Folding: a plan of one native kernel and the view operators round it becomes one call of that kernel over
// the caller's own memory, without a temporary.
#pragma once

#include <optional>

#include "base/settings.h"
#include "nnopbase/plan.h"
#include "simd/native_call.h"

namespace aclnn_cpu::nnopbase {

struct FoldedCall {
    simd::NativeKernel kernel;
    simd::NativeCall call;
    // The plan's buffers that the operands lie in.
    uint32_t input_buffers[simd::kMaxOperands];
    uint32_t output_buffer;
};

// Nothing when the plan is no such plan, or when one pass would not give what its steps give: conversions
// that need more than one rounding in or out, an intermediate that something else reads, memory that would be
// overwritten before it is read.
// `*why_not` then says which (a literal).
std::optional<FoldedCall> Fold(const Plan& plan, const base::Settings& settings, const char** why_not);

}  // namespace aclnn_cpu::nnopbase
