// var -= rate * grad in place, and steps += 1, for tests.
#include "kernel_operator.h"
#include "tiling_data.h"

extern "C" __global__ __aicore__ void descend(GM_ADDR var, GM_ADDR grad, GM_ADDR var_out, GM_ADDR steps,
                                              GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(DescendTilingData, data, tiling);
    AscendC::GlobalTensor<float> from;
    AscendC::GlobalTensor<float> slope;
    AscendC::GlobalTensor<float> to;
    AscendC::GlobalTensor<int32_t> counted;
    from.SetGlobalBuffer((__gm__ float*)var, data.count);
    slope.SetGlobalBuffer((__gm__ float*)grad, data.count);
    to.SetGlobalBuffer((__gm__ float*)var_out, data.count);
    counted.SetGlobalBuffer((__gm__ int32_t*)steps, 1);
    for (uint32_t i = 0; i < data.count; ++i) {
        to.SetValue(i, from.GetValue(i) - data.rate * slope.GetValue(i));
    }
    counted.SetValue(0, counted.GetValue(0) + 1);
}
