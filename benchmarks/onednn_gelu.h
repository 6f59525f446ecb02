// oneDNN's gelu_tanh backward on our tensors.
#pragma once

#include <cstdint>
#include <functional>

#include "base/dtype.h"

namespace aclnn_cpu::benchmarks {

struct OneDnnTensors {
    base::DType dtype;
    int64_t count;
    void* dy;
    void* x;
    void* z;
    uint32_t threads = 1;
};

// A call that computes z and waits for it; empty when oneDNN has no kernel for the type or the build has no oneDNN. It
// runs on the threads of the tensors for which this was called last.
std::function<void()> OneDnnGeluBackward(const OneDnnTensors& tensors);

}  // namespace aclnn_cpu::benchmarks
