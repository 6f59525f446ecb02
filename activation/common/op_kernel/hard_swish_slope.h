// The derivative of hard swish; its two published operators differ in which piece the kinks belong to.
#ifndef ACLNN_CPU_HARD_SWISH_SLOPE_H
#define ACLNN_CPU_HARD_SWISH_SLOPE_H

#include "vector_steps.h"

namespace elementwise {

// z = dy times 0 where x `below` -3, 1 where x `above` 3, x/3 + 1/2 between; NaN where x is.
template <AscendC::CMPMODE below, AscendC::CMPMODE above>
struct HardSwishSlope {
    static constexpr uint32_t kTemporaries = 1;

    static __aicore__ inline void Compute(const VectorSteps& v, const Tensor& z, const Tensor* in,
                                          const Tensor* t, const float*) {
        const Tensor& dy = in[0];
        const Tensor& x = in[1];
        v.Muls(z, x, 1.0f / 3.0f);
        v.Adds(z, z, 0.5f);
        v.Fill(t[0], 0.0f);
        v.Select(z, x, below, -3.0f, t[0], z);
        v.Fill(t[0], 1.0f);
        v.Select(z, x, above, 3.0f, t[0], z);
        v.Mul(z, z, dy);
    }
};

}  // namespace elementwise

#endif
