#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/normal.h"

namespace elementwise {

// z = dy f'(x), f(x) = x Phi(x). With phi the density f'(-a) = Phi(-a) - a phi(a), and f'(a) = 1 - f'(-a).
struct GeluGradV2Steps {
    static constexpr uint32_t kTemporaries = 3;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        constexpr float kInvSqrt2Pi = 0.39894228040143268f;
        const Tensor& dy = in[0];
        const Tensor& x = in[1];
        v.Muls(t[0], x, 1.0f);
        NormalBelow(v, z, t[1], t[0], t[2]);
        v.Muls(t[0], t[0], kInvSqrt2Pi);
        v.Sub(t[1], t[1], t[0]);
        v.Mul(t[1], t[1], z);
        v.SubFrom(t[0], 1.0f, t[1]);
        v.Select(z, x, AscendC::CMPMODE::LT, 0.0f, t[1], t[0]);
        v.Mul(z, z, dy);
    }
};

}  // namespace elementwise

__global__ __aicore__ void gelu_grad_v2(GM_ADDR dy, GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::GeluGradV2Steps, DTYPE_X, 2> kernel;
    kernel.Run({dy, x}, z, data);
}
