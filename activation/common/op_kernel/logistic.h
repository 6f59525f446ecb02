// The logistic function and its kin from two exponentials of which neither overflows: with up = exp(min(x, 0)) and
// down = exp(min(-x, 0)) one is 1 and the other exp(-|x|), and sigma(x) = up / (up + down).
#ifndef ACLNN_CPU_LOGISTIC_H
#define ACLNN_CPU_LOGISTIC_H

#include "vector_steps.h"

namespace elementwise {

// Where exp(-|x|) is 0 in float, and beyond what any of the sums below can tell from its limit.
constexpr float kFarOut = 110.0f;

// up and down of x; all three are different tensors.
__aicore__ inline void Exponentials(const VectorSteps& v, const Tensor& up, const Tensor& down,
                                    const Tensor& x) {
    v.Mins(up, x, 0.0f);
    v.Exp(up, up);
    v.Muls(down, x, -1.0f);
    v.Mins(down, down, 0.0f);
    v.Exp(down, down);
}

// z = sigma(x); overwrites x. `t` is one temporary.
__aicore__ inline void Sigmoid(const VectorSteps& v, const Tensor& z, const Tensor& x, const Tensor& t) {
    Exponentials(v, z, t, x);
    v.Add(t, z, t);
    v.Div(z, z, t);
}

// The derivative of x sigma(x) at x: (up + x up down / (up + down)) / (up + down). Neither 1 - sigma nor any other
// difference of rounded numbers is taken but near the root. |x| <= kFarOut. `t`: two temporaries.
__aicore__ inline void SwishDerivative(const VectorSteps& v, const Tensor& z, const Tensor& x,
                                       const Tensor* t) {
    const Tensor& up = t[0];
    const Tensor& sum = t[1];
    Exponentials(v, up, sum, x);
    v.Mul(z, up, sum);
    v.Add(sum, up, sum);
    v.Mul(z, z, x);
    v.Div(z, z, sum);
    v.Add(z, z, up);
    v.Div(z, z, sum);
}

}  // namespace elementwise

#endif
