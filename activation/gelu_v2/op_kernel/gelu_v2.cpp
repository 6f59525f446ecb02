#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/normal.h"

namespace elementwise {

// z = x Phi(x): GELU in its erf form.
struct GeluV2Steps {
    static constexpr uint32_t kTemporaries = 3;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& x = in[0];
        v.Maxs(x, x, -kNormalLimit);
        v.Muls(t[0], x, 1.0f);
        NormalBelow(v, z, t[1], t[0], t[2]);
        v.Mul(t[1], t[1], z);
        v.SubFrom(t[0], 1.0f, t[1]);
        v.Select(z, x, AscendC::CMPMODE::LT, 0.0f, t[1], t[0]);
        v.Mul(z, z, x);
    }
};

}  // namespace elementwise

__global__ __aicore__ void gelu_v2(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::GeluV2Steps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
