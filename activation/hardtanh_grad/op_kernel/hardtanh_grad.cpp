#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = grad times 0 where x > max_val or x < min_val, 1 otherwise, also for NaN; x is the argument of hardtanh.
struct HardtanhGradSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& x = in[0];
        const Tensor& grad = in[1];
        v.Fill(z, 1.0f);
        v.Fill(t[0], 0.0f);
        v.Select(z, x, AscendC::CMPMODE::LT, attributes[0], t[0], z);
        v.Select(z, x, AscendC::CMPMODE::GT, attributes[1], t[0], z);
        v.Mul(z, z, grad);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hardtanh_grad(GM_ADDR result, GM_ADDR grad, GM_ADDR y, GM_ADDR workspace,
                                         GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardtanhGradSteps, DTYPE_GRAD, 2> kernel;
    kernel.Run({result, grad}, y, data);
}
