// Conversions of dense runs of elements: the loops over convert.h, with vectorised ones between the three
// floats.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/settings.h"

namespace aclnn_cpu::simd {

// Converts `count` dense elements. Source and destination do not overlap.
using ConvertRun = void (*)(const void* from, void* to, int64_t count);

// Null when either type is not real, or when they are the same (nothing to convert).
ConvertRun FindConvertRun(base::DType from, base::DType to, base::SimdTarget target);

// The vectorised ones of one target; the pairs it does not have are null.
struct FloatRuns {
    ConvertRun half_to_float;
    ConvertRun float_to_half;
    ConvertRun bfloat16_to_float;
    ConvertRun float_to_bfloat16;
    ConvertRun half_to_bfloat16;
    ConvertRun bfloat16_to_half;
};
const FloatRuns& FloatRunsOf(base::SimdTarget target);

}  // namespace aclnn_cpu::simd
