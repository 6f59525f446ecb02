// Views that programs hand to an operator.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dtype.h"
#include "benchmarks/native/operands.h"

namespace aclnn_cpu::benchmarks {

// All over side x side elements, the contiguous one first; the one of mixed types only for FLOAT.
std::vector<Layout> Layouts(int64_t side, base::DType dtype);

}  // namespace aclnn_cpu::benchmarks
