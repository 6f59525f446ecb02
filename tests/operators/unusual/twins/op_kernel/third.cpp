#include "kernel_operator.h"

extern "C" __global__ __aicore__ void third(GM_ADDR x, GM_ADDR x_out, GM_ADDR workspace, GM_ADDR tiling) {
    AscendC::GlobalTensor<DTYPE_X> from;
    AscendC::GlobalTensor<DTYPE_X_REF> to;
}
