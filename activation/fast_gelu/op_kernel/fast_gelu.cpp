#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = x sigma(1.702 x).
struct FastGeluSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& x = in[0];
        v.Maxs(x, x, -kFarOut);
        v.Muls(t[0], x, 1.702f);
        Sigmoid(v, z, t[0], t[1]);
        v.Mul(z, z, x);
    }
};

}  // namespace elementwise

__global__ __aicore__ void fast_gelu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::FastGeluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
