#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = x tanh(softplus(x)): with up and down of logistic.h the tanh is n / (n + 2 down^2), n = up (up + 2 down).
struct MishSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& x = in[0];
        v.Maxs(x, x, -kFarOut);
        Exponentials(v, t[0], t[1], x);
        v.Muls(z, t[1], 2.0f);
        v.Add(z, z, t[0]);
        v.Mul(z, z, t[0]);
        v.Mul(t[1], t[1], t[1]);
        v.Muls(t[1], t[1], 2.0f);
        v.Add(t[1], t[1], z);
        v.Div(z, z, t[1]);
        v.Mul(z, z, x);
    }
};

}  // namespace elementwise

__global__ __aicore__ void mish(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::MishSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
