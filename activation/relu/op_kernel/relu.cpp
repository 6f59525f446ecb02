#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = x where x > 0, 0 where x <= 0, NaN where x is.
struct ReluSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float*) {
        v.Relu(z, in[0]);
    }
};

}  // namespace elementwise

__global__ __aicore__ void relu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::ReluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
