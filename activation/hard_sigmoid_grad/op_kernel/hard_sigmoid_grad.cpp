#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = alpha * grads where 0 < alpha x + beta < 1, else 0, also for NaN. The bounds are compared with alpha x: the sum
// would round inputs beside a kink onto it.
struct HardSigmoidGradSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        const Tensor& grads = in[0];
        const Tensor& x = in[1];
        v.Muls(x, x, attributes[0]);
        v.Muls(z, grads, attributes[0]);
        v.Select(z, x, AscendC::CMPMODE::GT, -attributes[1], z, 0.0f);
        v.Select(z, x, AscendC::CMPMODE::LT, 1.0f - attributes[1], z, 0.0f);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hard_sigmoid_grad(GM_ADDR grads, GM_ADDR input_x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardSigmoidGradSteps, DTYPE_INPUT_X, 2> kernel;
    kernel.Run({grads, input_x}, y, data);
}
