#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = dy where beta x > threshold, dy sigma(beta x) elsewhere.
struct SoftplusV2GradSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& dy = in[0];
        const Tensor& x = in[1];
        v.Scale(x, x, attributes[0]);
        v.Muls(t[0], x, 1.0f);
        Sigmoid(v, z, t[0], t[1]);
        v.Mul(z, z, dy);
        v.Select(z, x, AscendC::CMPMODE::GT, attributes[1], dy, z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void softplus_v2_grad(GM_ADDR input_gradients, GM_ADDR input_features,
                                            GM_ADDR output_backprops, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SoftplusV2GradSteps, DTYPE_INPUT_FEATURES, 2> kernel;
    kernel.Run({input_gradients, input_features}, output_backprops, data);
}
