// Writes the number of the package whose tiling function was called.
#include "kernel_operator.h"
#include "vendor_tiling_data.h"

extern "C" __global__ __aicore__ void vendor(GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(VendorTilingData, data, tiling);
    AscendC::GlobalTensor<int32_t> to;
    to.SetGlobalBuffer((__gm__ int32_t*)z, 1);
    to.SetValue(0, data.number);
}
