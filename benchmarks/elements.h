// Elements of a buffer by their dtype: FLOAT, FLOAT16 or BFLOAT16.
#pragma once

#include <cstdint>

#include "ascendc/float16.h"
#include "base/dtype.h"
#include "benchmarks/harness.h"

namespace aclnn_cpu::benchmarks {

inline void SetElement(const Buffer& buffer, base::DType dtype, int64_t i, float value) {
    switch (dtype) {
        case base::DType::kFloat16:
            buffer.as<half>()[i] = half(value);
            break;
        case base::DType::kBFloat16:
            buffer.as<bfloat16_t>()[i] = bfloat16_t(value);
            break;
        default:
            buffer.as<float>()[i] = value;
    }
}

inline float GetElement(const Buffer& buffer, base::DType dtype, int64_t i) {
    switch (dtype) {
        case base::DType::kFloat16:
            return buffer.as<half>()[i];
        case base::DType::kBFloat16:
            return buffer.as<bfloat16_t>()[i];
        default:
            return buffer.as<float>()[i];
    }
}

}  // namespace aclnn_cpu::benchmarks
