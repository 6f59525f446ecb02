#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/functions.h"

namespace elementwise {

// z = scale x where x > 0, alpha scale (exp(input_scale x) - 1) elsewhere; -alpha scale there if alpha or
// input_scale is not finite.
struct EluSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& x = in[0];
        const float alpha = attributes[0];
        const float scale = attributes[1];
        const float inputScale = attributes[2];
        const bool isFinite = alpha - alpha == 0.0f && inputScale - inputScale == 0.0f;
        if (isFinite) {
            v.Scale(t[0], x, inputScale);
        } else {
            v.Adds(t[0], x, -200.0f);  // whose exponential is 0
        }
        Expm1(v, z, t[0], t[1]);
        v.Muls(z, z, alpha * scale);
        v.Scale(t[0], x, scale);
        v.Select(z, x, AscendC::CMPMODE::GT, 0.0f, t[0], z);
    }
};

}  // namespace elementwise

__global__ __aicore__ void elu(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::EluSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
