#include "kernel_operator.h"

extern "C" __global__ __aicore__ void pause(GM_ADDR workspace, GM_ADDR tiling) {
    AscendC::PipeBarrier<PIPE_ALL>();
}
