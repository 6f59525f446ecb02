#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = x where x >= 3, 0 where x <= -3, x (x + 3) / 6 between. Below -3 the factor is that of -3, which is 0.
struct HardSwishSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float*) {
        const Tensor& x = in[0];
        v.Maxs(x, x, -3.0f);
        v.Adds(z, x, 3.0f);
        v.Muls(z, z, 1.0f / 6.0f);
        v.Mins(z, z, 1.0f);
        v.Mul(z, z, x);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hard_swish(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardSwishSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
