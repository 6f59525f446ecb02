#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = gradOutput where x > threshold, 0 otherwise, also for NaN. Chosen, not multiplied.
struct ThresholdGradV2DSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        v.Select(z, in[1], AscendC::CMPMODE::GT, attributes[0], in[0], 0.0f);
    }
};

}  // namespace elementwise

__global__ __aicore__ void threshold_grad_v2_d(GM_ADDR gradOutput, GM_ADDR self, GM_ADDR out,
                                               GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::ThresholdGradV2DSteps, DTYPE_SELF, 2> kernel;
    kernel.Run({gradOutput, self}, out, data);
}
