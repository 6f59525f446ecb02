#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = x where x > 0, negative_slope x elsewhere.
struct LeakyReluSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        const Tensor& x = in[0];
        v.Scale(z, x, attributes[0]);
        v.Select(z, x, AscendC::CMPMODE::GT, 0.0f, x, z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void leaky_relu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::LeakyReluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
