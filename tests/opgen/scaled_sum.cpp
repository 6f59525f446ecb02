// z = alpha * x + sum(weights) + y, for tests: y may be absent.
#include "kernel_operator.h"
#include "tiling_data.h"

extern "C" __global__ __aicore__ void scaled_sum(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(ScaledSumTilingData, data, tiling);
    AscendC::GlobalTensor<DTYPE_X> from;
    AscendC::GlobalTensor<DTYPE_X> to;
    from.SetGlobalBuffer((__gm__ DTYPE_X*)x, data.count);
    to.SetGlobalBuffer((__gm__ DTYPE_X*)z, data.count);
    for (uint32_t i = 0; i < data.count; ++i) {
        float value = data.alpha * static_cast<float>(from.GetValue(i)) + data.offset;
        if (y != nullptr) {
            AscendC::GlobalTensor<DTYPE_X> added;
            added.SetGlobalBuffer((__gm__ DTYPE_X*)y, data.count);
            value += static_cast<float>(added.GetValue(i));
        }
        to.SetValue(i, static_cast<DTYPE_X>(value));
    }
}
