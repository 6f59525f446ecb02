#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/functions.h"

namespace elementwise {

// z = x where beta x > threshold, ln(1 + exp(beta x)) / beta elsewhere; infinite for beta = 0.
struct SoftplusV2Steps {
    static constexpr uint32_t kTemporaries = 3;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& x = in[0];
        v.Scale(t[0], x, attributes[0]);
        Log1pOfExp(v, z, t[0], t + 1);
        v.Maxs(t[1], t[0], 0.0f);
        v.Add(z, z, t[1]);
        v.Muls(z, z, 1.0f / attributes[0]);
        v.Select(z, t[0], AscendC::CMPMODE::GT, attributes[1], x, z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void softplus_v2(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SoftplusV2Steps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
