#include "gelu_grad.h"

#include "gelu_grad_tiling_key.h"

// z = dy * gelu'(x); y is part of the prototype and not read. One instance per tiling key.
template <uint32_t branch>
__global__ __aicore__ void gelu_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                     GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(GeluGradTilingData);
    GET_TILING_DATA_WITH_STRUCT(GeluGradTilingData, tilingData, tiling);
    KernelGeluGrad<DTYPE_DY, DTYPE_X, DTYPE_Z, branch == GELU_GRAD_ASCEND910B> kernel;
    kernel.Init(dy, x, z, tilingData);
    kernel.Process();
}
