#include "../../common/op_kernel/elementwise.h"
#include "../../common/op_kernel/functions.h"

namespace elementwise {

// z = tanh(x).
struct TanhSteps {
    static constexpr uint32_t kTemporaries = 2;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        Tanh(v, z, in[0], t);
    }
};

}  // namespace elementwise

// The name of the operator is that of a function of the C library.
__global__ __aicore__ void tanh_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ElementwiseTilingData);
    GET_TILING_DATA_WITH_STRUCT(ElementwiseTilingData, data, tiling);
    elementwise::Kernel<elementwise::TanhSteps, DTYPE_X, 1> kernel;
    kernel.Run({x}, y, data);
}
