// scale x where x > 0, alpha scale (exp(input_scale x) - 1) elsewhere. Included by the native kernel's source once per
// instruction set, inside its namespace; the operations are those of simd/exponential.h and simd/selection.h.
//
// alpha and input_scale are finite, of any sign. Accuracy: 2.4e-7 times the larger of 1, |alpha scale| and the result;
// relative 4e-7 also near 0, where exp(t) - 1 is t. Of a negative input_scale, whose exponential grows, 8e-6 of the
// result: the exponent is rounded. Signed zeros stay, as far as the factors leave them. -inf gives the limit, -alpha
// scale for a positive input_scale, 0 for input_scale 0; NaN stays NaN.
struct EluFunction {
    static constexpr int kInputs = 1;
    float scale, negative_scale, input_scale;

    static EluFunction From(const float* attributes) {
        return {attributes[1], attributes[0] * attributes[1], attributes[2]};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        const V exponent = Mul(FiniteBesideZero(d, input_scale, x), Set(d, input_scale));
        const V bent = Mul(Expm1(d, exponent), Set(d, negative_scale));
        return IfGreaterThenElse(d, x, 0.0f, product(d, x, Set(d, scale)), bent);
    }
};

using Elu = PerVector<EluFunction>;
