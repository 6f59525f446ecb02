#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/hard_swish_slope.h"

// The kinks belong to the middle piece.
__global__ __aicore__ void hard_swish_grad(GM_ADDR grad_output, GM_ADDR self, GM_ADDR grad_input,
                                           GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    using Slope = elementwise::HardSwishSlope<AscendC::CMPMODE::LT, AscendC::CMPMODE::GT>;
    elementwise::Kernel<Slope, DTYPE_SELF, 2> kernel;
    kernel.Run({grad_output, self}, grad_input, data);
}
