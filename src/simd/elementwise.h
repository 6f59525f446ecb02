// The driver of elementwise kernels: it owns dtypes, strides, broadcasting, tails of rows and threads; what
// it drives are the loops over dense spans that elementwise_kernel.cpp makes of an operator's functor.
#pragma once

#include <cstdint>

#include "base/export.h"
#include "simd/native_call.h"
#include "simd/traffic.h"

namespace aclnn_cpu::simd {

// Computes `count` dense elements; addresses need the alignment of one element only. The values do not depend on
// `traffic`. `attributes`: kMaxAttributes of NativeCall.
using DenseLoop = void (*)(void* output, const void* const* inputs, int64_t count, const float* attributes,
                           Traffic traffic);

// A functor's loops for one instruction set, by the dtype of all operands.
struct DenseLoops {
    DenseLoop of_float;
    DenseLoop of_half;
    DenseLoop of_bfloat16;
};

// `loops`: one row per simd::CompiledTargets(). Allocates nothing.
ACLNN_CPU_API void RunElementwise(const NativeCall& call, const DenseLoops* const* loops);

}  // namespace aclnn_cpu::simd
