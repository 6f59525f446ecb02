#include "../../common/op_kernel/elementwise.h"

namespace elementwise {

// z = gradients scale where outputs >= 0, gradients (outputs + scale alpha) elsewhere. The sum has its digits near its
// root, too: scale alpha in two parts.
struct SeluGradSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        constexpr float kScale = 1.0507009873554804934193349852946f;
        constexpr float kHigh = 1.7580993408473768599402175208123f;
        constexpr float kLow = static_cast<float>(1.7580993408473768599402175208123 - double(kHigh));
        const Tensor& gradients = in[0];
        const Tensor& outputs = in[1];
        v.Adds(z, outputs, kHigh);
        v.Adds(z, z, kLow);
        v.Fill(t[0], kScale);
        v.Select(z, outputs, AscendC::CMPMODE::GE, 0.0f, t[0], z);
        v.Mul(z, z, gradients);
    }
};

}  // namespace elementwise

__global__ __aicore__ void selu_grad(GM_ADDR gradients, GM_ADDR outputs, GM_ADDR y, GM_ADDR workspace,
                                     GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SeluGradSteps, DTYPE_OUTPUTS, 2> kernel;
    kernel.Run({gradients, outputs}, y, data);
}
