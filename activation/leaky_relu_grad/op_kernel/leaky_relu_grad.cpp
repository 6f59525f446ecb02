#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = gradients where x > 0, gradients negative_slope where x <= 0, NaN where x is.
struct LeakyReluGradSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& gradients = in[0];
        const Tensor& x = in[1];
        v.Fill(t[0], attributes[0]);
        v.Select(z, x, AscendC::CMPMODE::LE, 0.0f, t[0], x);
        v.Fill(t[0], 1.0f);
        v.Select(z, x, AscendC::CMPMODE::GT, 0.0f, t[0], z);
        v.Mul(z, z, gradients);
    }
};

}  // namespace elementwise

__global__ __aicore__ void leaky_relu_grad(GM_ADDR gradients, GM_ADDR features, GM_ADDR backprops,
                                           GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::LeakyReluGradSteps, DTYPE_FEATURES, 2> kernel;
    kernel.Run({gradients, features}, backprops, data);
}
