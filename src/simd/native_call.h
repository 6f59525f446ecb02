// The contract between the native engine (who decides) and the native kernels (who compute).
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "base/settings.h"

namespace aclnn_cpu::simd {

inline constexpr uint32_t kMaxOperands = 8;
inline constexpr uint32_t kMaxRank = 8;
inline constexpr uint32_t kMaxAttributes = 4;

// One tensor as a kernel walks it: an address and a stride per dimension, in elements, 0 where it is
// broadcast.
struct Operand {
    void* data;
    base::DType dtype;
    int64_t strides[kMaxRank];
};

// An elementwise computation over `sizes` (row-major, `rank` 0: one element). Every input is converted from
// its dtype to `compute` (rounded once), widened to float, and computed; the result is rounded to `compute`,
// then converted to the output's dtype. Any real dtype may stand in an operand; `compute` is FLOAT, FLOAT16
// or BFLOAT16.
struct NativeCall {
    uint32_t rank;
    int64_t sizes[kMaxRank];
    base::DType compute;
    uint32_t input_count;
    Operand inputs[kMaxOperands];
    Operand output;  // may coincide exactly with an input; must not overlap one otherwise
    uint32_t threads;
    base::SimdTarget target;
    float attributes[kMaxAttributes];  // of the operator, in its order: numbers, and truth as 1 or 0
};

// Cannot fail: what it was given has been checked. Allocates nothing.
using NativeKernel = void (*)(const NativeCall& call);

}  // namespace aclnn_cpu::simd
