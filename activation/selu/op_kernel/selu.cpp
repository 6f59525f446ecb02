#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/functions.h"

namespace elementwise {

// z = scale x where x >= 0, scale alpha (exp(x) - 1) elsewhere.
struct SeluSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        constexpr float kScale = 1.0507009873554804934193349852946f;
        constexpr float kScaleAlpha = 1.7580993408473768599402175208123f;
        const Tensor& x = in[0];
        v.Muls(t[0], x, 1.0f);
        Expm1(v, z, t[0], t[1]);
        v.Muls(z, z, kScaleAlpha);
        v.Muls(t[0], x, kScale);
        v.Select(z, x, AscendC::CMPMODE::GE, 0.0f, t[0], z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void selu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SeluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
