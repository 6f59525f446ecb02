#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = input_grad where |x| > lambd or x is NaN, 0 otherwise. Chosen, not multiplied.
struct SoftShrinkGradSteps {
    static constexpr uint32_t kTemporaries = 0;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor*, const float* attributes) {
        const Tensor& grad = in[0];
        const Tensor& x = in[1];
        v.Abs(x, x);
        v.Select(z, x, AscendC::CMPMODE::GT, attributes[0], grad, 0.0f);
        v.SelectNan(z, x, grad, z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void soft_shrink_grad(GM_ADDR input_grad, GM_ADDR input_x, GM_ADDR output_y,
                                            GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SoftShrinkGradSteps, DTYPE_INPUT_X, 2> kernel;
    kernel.Run({input_grad, input_x}, output_y, data);
}
