#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = grads sigma(-x).
struct LogSigmoidGradSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& grads = in[0];
        const Tensor& x = in[1];
        v.Muls(x, x, -1.0f);
        Sigmoid(v, z, x, t[0]);
        v.Mul(z, z, grads);
    }
};

}  // namespace elementwise

__global__ __aicore__ void logsigmoid_grad(GM_ADDR grads, GM_ADDR features, GM_ADDR backprops,
                                           GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::LogSigmoidGradSteps, DTYPE_FEATURES, 2> kernel;
    kernel.Run({grads, features}, backprops, data);
}
