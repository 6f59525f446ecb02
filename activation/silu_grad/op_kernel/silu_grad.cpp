#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = dy * f'(x), f(x) = x sigma(x).
struct SiluGradSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& dy = in[0];
        const Tensor& x = in[1];
        v.Clamp(x, x, -kFarOut, kFarOut);
        SwishDerivative(v, z, x, t);
        v.Mul(z, z, dy);
    }
};

}  // namespace elementwise

__global__ __aicore__ void silu_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SiluGradSteps, DTYPE_X, 2> kernel;
    kernel.Run({dy, x}, dx, data);
}
