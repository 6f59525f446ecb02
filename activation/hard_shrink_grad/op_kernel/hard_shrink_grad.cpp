#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = gradients where |x| > lambd, 0 otherwise, also for NaN; a negative lambd counts as 0. Chosen, not multiplied.
struct HardShrinkGradSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        const Tensor& gradients = in[0];
        const Tensor& x = in[1];
        const float lambd = attributes[0] < 0.0f ? 0.0f : attributes[0];
        v.Abs(x, x);
        v.Select(z, x, AscendC::CMPMODE::GT, lambd, gradients, 0.0f);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hard_shrink_grad(GM_ADDR gradients, GM_ADDR features, GM_ADDR backprops,
                                            GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardShrinkGradSteps, DTYPE_FEATURES, 2> kernel;
    kernel.Run({gradients, features}, backprops, data);
}
