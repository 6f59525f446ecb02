#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = grad * f'(scale x), f(t) = t sigma(t).
struct SwishGradSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& grad = in[0];
        const Tensor& x = in[1];
        v.Scale(x, x, attributes[0]);
        v.Clamp(x, x, -kFarOut, kFarOut);
        SwishDerivative(v, z, x, t);
        v.Mul(z, z, grad);
    }
};

}  // namespace elementwise

// The third input is part of the prototype and not read.
__global__ __aicore__ void swish_grad(GM_ADDR grad, GM_ADDR x, GM_ADDR y, GM_ADDR grad_x, GM_ADDR workspace,
                                      GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SwishGradSteps, DTYPE_X, 2> kernel;
    kernel.Run({grad, x}, grad_x, data);
}
