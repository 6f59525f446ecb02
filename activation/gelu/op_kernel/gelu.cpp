#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = x sigma(k1 x + k3 x^3): GELU in its tanh form.
struct GeluSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        constexpr float kK1 = 1.5957691216057308f;   // 2 sqrt(2/pi)
        constexpr float kK3 = 0.07135481627260025f;  // 2 sqrt(2/pi) * 0.044715
        constexpr float kLimit = 16.0f;              // where sigma is 0 or 1 in float
        const Tensor& x = in[0];
        v.Maxs(x, x, -kLimit);
        v.Mins(t[0], x, kLimit);
        v.Mul(t[1], t[0], t[0]);
        v.Muls(t[1], t[1], kK3);
        v.Adds(t[1], t[1], kK1);
        v.Mul(t[0], t[0], t[1]);
        Sigmoid(v, z, t[0], t[1]);
        v.Mul(z, z, x);
    }
};

}  // namespace elementwise

__global__ __aicore__ void gelu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::GeluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
