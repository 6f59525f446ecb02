#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = alpha x + beta, cut off below 0 and above 1.
struct HardSigmoidSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        v.Scale(z, in[0], attributes[0]);
        v.Adds(z, z, attributes[1]);
        v.Clamp(z, z, 0.0f, 1.0f);
    }
};

}  // namespace elementwise

__global__ __aicore__ void hard_sigmoid(GM_ADDR input_x, GM_ADDR output_y, GM_ADDR workspace,
                                        GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::HardSigmoidSteps, DTYPE_INPUT_X, 1> kernel;
    kernel.Run({input_x}, output_y, data);
}
