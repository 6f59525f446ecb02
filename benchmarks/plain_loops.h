// The passes of the emulated GeluGrad kernel as plain C++ loops: what its arithmetic costs without an
// emulator.
#pragma once

#include <cstdint>

namespace aclnn_cpu::benchmarks {

// z = dy * gelu'(x), FLOAT, by the passes of op_kernel/gelu_grad.h (ascend910b) over buffers of `tile`
// elements, which each thread keeps. `blocks` cores' shares, spread over `threads`.
struct PlainLoops {
    const float* dy;
    const float* x;
    float* z;
    int64_t count;
    int64_t tile;
    uint32_t blocks;
    uint32_t threads;

    void Run() const;
};

}  // namespace aclnn_cpu::benchmarks
