#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/functions.h"

namespace elementwise {

// z = min(x, 0) - ln(1 + exp(-|x|)).
struct LogSigmoidSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& x = in[0];
        Log1pOfExp(v, z, x, t);
        v.Mins(x, x, 0.0f);
        v.Sub(z, x, z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void log_sigmoid(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::LogSigmoidSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
