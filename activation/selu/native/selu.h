// scale x where x > 0, scale alpha (exp(x) - 1) elsewhere. Included by the native kernel's source once per instruction
// set, inside its namespace; the operations are those of simd/exponential.h and simd/selection.h.
//
// Accuracy: 2.4e-7 times the larger of 1 and the result; relative 4e-7 also near 0, where exp(x) - 1 is x. Signed zeros
// stay; -inf gives the limit -scale alpha; NaN stays NaN.
struct SeluFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        constexpr float kScale = static_cast<float>(1.0507009873554804934193349852946);
        constexpr float kScaleAlpha = static_cast<float>(1.7580993408473768599402175208123);
        const V bent = Mul(Expm1(d, x), Set(d, kScaleAlpha));
        return IfGreaterThenElse(d, x, 0.0f, product(d, x, Set(d, kScale)), bent);
    }
};

using Selu = PerVector<SeluFunction>;
