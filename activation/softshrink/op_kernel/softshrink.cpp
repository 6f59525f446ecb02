#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = x - lambd where x > lambd, x + lambd where x < -lambd, 0 otherwise, also for NaN.
struct SoftshrinkSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& x = in[0];
        const float lambd = attributes[0];
        v.Adds(z, x, -lambd);
        v.Select(z, x, AscendC::CMPMODE::GT, lambd, z, 0.0f);
        v.Adds(t[0], x, lambd);
        v.Select(z, x, AscendC::CMPMODE::LT, -lambd, t[0], z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void softshrink(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SoftshrinkSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
