// aclnnGeluBackward as a program calls it: both phases and a synchronise, on an engine of choice.
#pragma once

#include <cstdint>
#include <functional>

#include "base/dtype.h"
#include "base/settings.h"

namespace aclnn_cpu::benchmarks {

// A whole call over contiguous memory of `count` elements each; the memory must outlive the function. Uses
// the threads that the settings name when it runs.
std::function<void()> AclnnGeluBackward(base::EngineChoice engine, base::DType dtype, int64_t count, void* dy,
                                        void* x, void* z);

}  // namespace aclnn_cpu::benchmarks
