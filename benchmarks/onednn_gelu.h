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
};

// A call that computes z and waits for it, on as many threads as OpenMP is told to use now; empty when this
// oneDNN has no kernel for the type or the build has no oneDNN.
std::function<void()> OneDnnGeluBackward(const OneDnnTensors& tensors);

}  // namespace aclnn_cpu::benchmarks
