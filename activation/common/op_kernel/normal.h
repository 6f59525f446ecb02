// The distribution of a standard normal variable, Phi, below its mean.
#ifndef ACLNN_CPU_ELEMENTWISE_NORMAL_H
#define ACLNN_CPU_ELEMENTWISE_NORMAL_H

#include "vector_steps.h"

namespace elementwise {

// From here on Phi(-a) is 0 in float.
constexpr float kNormalLimit = 15.0f;

// density = exp(-a^2 / 2) and ratio = Phi(-a) / density of a = |x| where that is at most kNormalLimit, and of the limit
// beyond: the density is 0 there. Relative error of the ratio 5e-8 before rounding; scripts/fit_kernel_polynomials.py
// normal. Overwrites x with a; `t` is one temporary.
__aicore__ inline void NormalBelow(const VectorSteps& v, const Tensor& density, const Tensor& ratio,
                                   const Tensor& x, const Tensor& t) {
    // w (...), a polynomial in w - 0.58, w = 1 / (1 + 0.35 a)
    constexpr float kSeries[] = {0x1.2152bap-2f, 0x1.8f3f14p-2f,  0x1.33dce4p-2f,
                                 0x1.aee60ap-5f, -0x1.97c7fep-4f, -0x1.065024p-5f,
                                 0x1.bd6e36p-5f, 0x1.17016ep-7f,  -0x1.e291eap-6f};
    v.Abs(x, x);
    v.Mins(x, x, kNormalLimit);
    v.Muls(t, x, 0.35f);
    v.Adds(t, t, 1.0f);
    v.Fill(density, 1.0f);
    v.Div(density, density, t);
    v.Adds(t, density, -0.58f);
    v.Polynomial(ratio, t, kSeries);
    v.Mul(ratio, ratio, density);
    v.Mul(density, x, x);
    v.Muls(density, density, -0.5f);
    v.Exp(density, density);
}

}  // namespace elementwise

#endif
