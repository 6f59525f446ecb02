#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = x where x > threshold, `value` otherwise, also for NaN.
struct ThresholdSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        v.Select(z, in[0], AscendC::CMPMODE::GT, attributes[0], in[0], attributes[1]);
    }
};

}  // namespace elementwise

__global__ __aicore__ void threshold(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::ThresholdSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
