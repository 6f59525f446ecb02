#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/logistic.h"

namespace elementwise {

// z = x sigma(scale x). Where sigma is 0 the product is 0, also at infinity.
struct SwishSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float* attributes) {
        const Tensor& x = in[0];
        v.Scale(t[0], x, attributes[0]);
        Sigmoid(v, z, t[0], t[1]);
        v.Mul(t[0], z, x);
        v.Select(z, z, AscendC::CMPMODE::EQ, 0.0f, z, t[0]);
    }
};

}  // namespace elementwise

__global__ __aicore__ void swish(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::SwishSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
