// Copying tensors of any strides, with or without a change of dtype: what Contiguous, BroadcastTo, ViewCopy
// and Cast come to.
#pragma once

#include <cstdint>

#include "base/export.h"
#include "simd/native_call.h"

namespace aclnn_cpu::simd {

// Sets every element of `dst` (sizes[0..rank), its own strides) to the element of `src` at the same place
// (its own strides, 0 where it is broadcast). Equal dtypes: the bytes, for every dtype there is. Otherwise
// both are real types and the value is converted as simd/convert.h says, rounded once. `dst` must not overlap
// itself or `src`, but may coincide with `src` exactly when the dtypes are equal. Uses up to `threads`
// threads; the result depends on neither them nor on `target`. Allocates nothing.
ACLNN_CPU_API void CopyConvert(const Operand& dst, const Operand& src, uint32_t rank, const int64_t* sizes,
                               uint32_t threads, base::SimdTarget target);

}  // namespace aclnn_cpu::simd
