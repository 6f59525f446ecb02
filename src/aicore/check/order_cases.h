// What the kernels work with that test the order between pipes.
#pragma once

#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {

struct Tile {
    Tile() {
        pipe.InitBuffer(first, 256);
        pipe.InitBuffer(second, 256);
        x = first.Get<float>();
        z = second.Get<float>();
        from.SetGlobalBuffer(in, 64);
        to.SetGlobalBuffer(out, 64);
    }
    AscendC::TPipe pipe;
    AscendC::TBuf<> first;
    AscendC::TBuf<> second;
    AscendC::LocalTensor<float> x;
    AscendC::LocalTensor<float> z;
    float in[64] = {};
    float out[64] = {};
    AscendC::GlobalTensor<float> from;
    AscendC::GlobalTensor<float> to;
};

template <AscendC::HardEvent event>
void Order() {
    AscendC::SetFlag<event>(0);
    AscendC::WaitFlag<event>(0);
}

}  // namespace aclnn_cpu::aicore_tests
