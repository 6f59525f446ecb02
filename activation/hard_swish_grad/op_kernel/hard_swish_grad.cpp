#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = grad_output times 0 where x < -3, x/3 + 1/2 where -3 <= x <= 3, 1 where x > 3; NaN where x is.
struct HardSwishGradSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& dy = in[0];
        const Tensor& x = in[1];
        v.Muls(z, x, 1.0f / 3.0f);
        v.Adds(z, z, 0.5f);
        v.Fill(t[0], 0.0f);
        v.Select(z, x, AscendC::CMPMODE::LT, -3.0f, t[0], z);
        v.Fill(t[0], 1.0f);
        v.Select(z, x, AscendC::CMPMODE::GT, 3.0f, t[0], z);
        v.Mul(z, z, dy);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hard_swish_grad(GM_ADDR grad_output, GM_ADDR self, GM_ADDR grad_input,
                                           GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardSwishGradSteps, DTYPE_SELF, 2> kernel;
    kernel.Run({grad_output, self}, grad_input, data);
}
