#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = dy (1 - y) (1 + y), y the result of Tanh: the difference 1 - y^2 would lose digits near its roots. The halves
// keep the product finite wherever 1 + y is 0.
struct TanhGradSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float*) {
        const Tensor& y = in[0];
        const Tensor& dy = in[1];
        v.SubFrom(z, 1.0f, y);
        v.Muls(z, z, 0.5f);
        v.Mul(z, z, dy);
        v.Adds(y, y, 1.0f);
        v.Mul(z, z, y);
        v.Muls(z, z, 2.0f);
    }
};

}  // namespace elementwise

__global__ __aicore__ void tanh_grad(GM_ADDR y, GM_ADDR dy, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::TanhGradSteps, DTYPE_DY, 2> kernel;
    kernel.Run({y, dy}, z, data);
}
