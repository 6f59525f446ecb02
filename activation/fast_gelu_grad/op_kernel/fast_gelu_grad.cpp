#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = dy g'(1.702 x), g(t) = t sigma(t): the derivative of x sigma(1.702 x).
struct FastGeluGradSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& dy = in[0];
        const Tensor& x = in[1];
        v.Muls(x, x, 1.702f);
        v.Clamp(x, x, -kFarOut, kFarOut);
        SwishDerivative(v, z, x, t);
        v.Mul(z, z, dy);
    }
};

}  // namespace elementwise

__global__ __aicore__ void fast_gelu_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR z, GM_ADDR workspace,
                                          GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::FastGeluGradSteps, DTYPE_X, 2> kernel;
    kernel.Run({dy, x}, z, data);
}
