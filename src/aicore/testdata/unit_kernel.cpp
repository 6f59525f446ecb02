// For unit_test.cpp: what the compiler of a compute unit says about its chip, and one instruction there.
#include "kernel_operator.h"

__global__ __aicore__ void unit_kernel(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    auto* out = reinterpret_cast<uint32_t*>(z);
    out[0] = __NPU_ARCH__;
    out[1] = __CCE_AICORE__;
    AscendC::TPipe pipe;
    AscendC::TBuf<> buffer;
    pipe.InitBuffer(buffer, 64);
    const AscendC::LocalTensor<DTYPE_X> values = buffer.Get<DTYPE_X>();
    AscendC::Duplicate(values, DTYPE_X(1.5f), 16);
    AscendC::Muls(values, values, DTYPE_X(6.0f), 16);
    out[2] = static_cast<uint32_t>(float(values.GetValue(15)));
}
