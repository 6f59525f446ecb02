#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/hard_swish_slope.h"

// The kinks belong to the outer pieces.
__global__ __aicore__ void hard_swish_grad_v2(GM_ADDR gradOutput, GM_ADDR self, GM_ADDR out,
                                              GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    using Slope = elementwise::HardSwishSlope<AscendC::CMPMODE::LE, AscendC::CMPMODE::GE>;
    elementwise::Kernel<Slope, DTYPE_SELF, 2> kernel;
    kernel.Run({gradOutput, self}, out, data);
}
