#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = grad f'(x), f(x) = x tanh(softplus(x)): with up and down of logistic.h, n = up (up + 2 down) and d = n + 2 down^2,
// f' = (n + 4 x up down^2 (up + down) / d) / d.
struct MishGradSteps {
    static constexpr uint32_t kTemporaries = 4;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& grad = in[0];
        const Tensor& x = in[1];
        const Tensor& up = t[0];
        const Tensor& down = t[1];
        const Tensor& n = t[2];
        const Tensor& d = t[3];
        v.Clamp(x, x, -kFarOut, kFarOut);
        Exponentials(v, up, down, x);
        v.Muls(n, down, 2.0f);
        v.Add(n, n, up);
        v.Mul(n, n, up);
        v.Add(z, up, down);
        v.Mul(z, z, up);
        v.Mul(z, z, x);
        v.Mul(down, down, down);
        v.Muls(d, down, 2.0f);
        v.Add(d, d, n);
        v.Mul(z, z, down);
        v.Muls(z, z, 4.0f);
        v.Div(z, z, d);
        v.Add(z, z, n);
        v.Div(z, z, d);
        v.Mul(z, z, grad);
    }
};

}  // namespace elementwise

// The third input is part of the prototype and not read.
__global__ __aicore__ void mish_grad(GM_ADDR grad, GM_ADDR x, GM_ADDR tanhx, GM_ADDR x_grad,
                                     GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::MishGradSteps, DTYPE_X, 2> kernel;
    kernel.Run({grad, x}, x_grad, data);
}
