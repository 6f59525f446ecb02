#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = x where |x| > lambd, 0 otherwise, also for NaN; a negative lambd counts as 0.
struct HardShrinkSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        const Tensor& x = in[0];
        const float lambd = attributes[0] < 0.0f ? 0.0f : attributes[0];
        v.Abs(z, x);
        v.Select(z, z, AscendC::CMPMODE::GT, lambd, x, 0.0f);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hard_shrink(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardShrinkSteps, DTYPE_SELF, 1> kernel;
    kernel.Run({self}, out, data);
}
