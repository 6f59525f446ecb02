// Elementary functions by polynomials, where the vector unit has none or a difference of rounded numbers would lose
// digits. The coefficients: scripts/fit_kernel_polynomials.py.
#ifndef ACLNN_CPU_ELEMENTWISE_FUNCTIONS_H
#define ACLNN_CPU_ELEMENTWISE_FUNCTIONS_H

#include "vector_steps.h"

namespace elementwise {

// z = ln(1 + e) for 0 <= e <= 1, relative error 5e-9 before rounding: 2 artanh(s), s = e / (2 + e). Overwrites e and t.
__aicore__ inline void Log1p(const VectorSteps& v, const Tensor& z, const Tensor& e, const Tensor& t) {
    constexpr float kSeries[] = {2.0f, 0x1.555502p-1f, 0x1.99d1d6p-2f, 0x1.1ebf24p-2f, 0x1.1ed17p-2f};
    v.Adds(t, e, 2.0f);
    v.Div(e, e, t);
    v.Mul(t, e, e);
    v.Polynomial(z, t, kSeries);
    v.Mul(z, z, e);
}

// z = ln(1 + exp(-|x|)); `t`: two temporaries. x stays.
__aicore__ inline void Log1pOfExp(const VectorSteps& v, const Tensor& z, const Tensor& x, const Tensor* t) {
    v.Abs(t[0], x);
    v.Muls(t[0], t[0], -1.0f);
    v.Exp(t[0], t[0]);
    Log1p(v, z, t[0], t[1]);
}

// z = exp(y) - 1, near 0 by a polynomial (relative error 1.5e-8). Overwrites y and t.
__aicore__ inline void Expm1(const VectorSteps& v, const Tensor& z, const Tensor& y, const Tensor& t) {
    constexpr float kSmall = 0.35f;
    // y + y^2 (...)
    constexpr float kSeries[] = {1.0f, 0.5f, 0x1.5554acp-3f, 0x1.55555ep-5f, 0x1.122bbp-7f, 0x1.6cc6dap-10f};
    v.Exp(z, y);
    v.Adds(z, z, -1.0f);
    v.Polynomial(t, y, kSeries);
    v.Mul(t, t, y);
    v.Abs(y, y);
    v.Select(z, y, AscendC::CMPMODE::LT, kSmall, t, z);
}

// z = tanh(x), near 0 by an odd polynomial (relative error 4e-8). Overwrites x; `t`: two temporaries.
__aicore__ inline void Tanh(const VectorSteps& v, const Tensor& z, const Tensor& x, const Tensor* t) {
    constexpr float kSmall = 0.55f;
    // x (1 + x^2 (...))
    constexpr float kSeries[] = {1.0f, -0x1.555442p-2f, 0x1.10cbbep-3f, -0x1.af22f8p-5f, 0x1.0be444p-6f};
    v.Abs(t[0], x);
    v.Muls(t[0], t[0], -2.0f);
    v.Exp(t[0], t[0]);
    v.SubFrom(z, 1.0f, t[0]);
    v.Adds(t[0], t[0], 1.0f);
    v.Div(z, z, t[0]);
    v.Muls(t[0], z, -1.0f);
    v.Select(z, x, AscendC::CMPMODE::LT, 0.0f, t[0], z);
    v.Mul(t[0], x, x);
    v.Polynomial(t[1], t[0], kSeries);
    v.Mul(t[1], t[1], x);
    v.Abs(x, x);
    v.Select(z, x, AscendC::CMPMODE::LT, kSmall, t[1], z);
}

}  // namespace elementwise

#endif
