#include "scale.h"

#include "scale_tiling_key.h"

template <uint32_t mode>
__global__ __aicore__ void scale(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ScaleTilingData);
    GET_TILING_DATA_WITH_STRUCT(ScaleTilingData, data, tiling);
    Kernel<DTYPE_X, mode> kernel;
    kernel.Run(x, y, data);
}
