#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/functions.h"

namespace elementwise {

// z = x where x > 0, alpha (exp(x / alpha) - 1) elsewhere.
struct CeluSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& x = in[0];
        const float alpha = attributes[0];
        v.Fill(t[1], alpha);
        v.Div(t[0], x, t[1]);
        Expm1(v, z, t[0], t[1]);
        v.Muls(z, z, alpha);
        v.Select(z, x, AscendC::CMPMODE::GT, 0.0f, x, z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void celu_v2(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::CeluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
