#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = sigma(x).
struct SigmoidSteps {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        Sigmoid(v, z, in[0], t[0]);
    }
};

}  // namespace elementwise

__global__ __aicore__ void sigmoid(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SigmoidSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
