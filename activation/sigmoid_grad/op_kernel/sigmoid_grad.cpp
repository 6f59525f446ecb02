#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = dy (1 - y) y, y the result of Sigmoid. In this order nothing finite becomes NaN.
struct SigmoidGradSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float*) {
        const Tensor& y = in[0];
        const Tensor& dy = in[1];
        v.SubFrom(z, 1.0f, y);
        v.Mul(z, z, dy);
        v.Mul(z, z, y);
    }
};

}  // namespace elementwise

__global__ __aicore__ void sigmoid_grad(GM_ADDR y, GM_ADDR dy, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SigmoidGradSteps, DTYPE_DY, 2> kernel;
    kernel.Run({y, dy}, z, data);
}
