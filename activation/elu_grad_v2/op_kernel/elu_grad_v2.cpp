#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// With x the argument of Elu z = grads scale where x > 0, grads alpha scale input_scale exp(input_scale x) elsewhere;
// with x its result (is_result) the latter is grads input_scale (x + alpha scale). NaN where x is.
struct EluGradV2Steps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& grads = in[0];
        const Tensor& x = in[1];
        const float scale = attributes[1];
        const float slope = attributes[0] * scale;  // of the exponential
        const float inputScale = attributes[2];
        const bool isResult = attributes[3] != 0.0f;
        if (isResult) {
            v.Adds(z, x, slope);
            v.Muls(z, z, inputScale);
        } else {
            v.Scale(z, x, inputScale);
            v.Exp(z, z);
            v.Muls(z, z, slope * inputScale);
        }
        v.Fill(t[0], scale);
        v.Select(z, x, AscendC::CMPMODE::GT, 0.0f, t[0], z);
        v.Mul(z, z, grads);
    }
};

}  // namespace elementwise

__global__ __aicore__ void elu_grad_v2(GM_ADDR grads, GM_ADDR activations, GM_ADDR y, GM_ADDR workspace,
                                       GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::EluGradV2Steps, DTYPE_ACTIVATIONS, 2> kernel;
    kernel.Run({grads, activations}, y, data);
}
