// scale x where x > 0, alpha scale (exp(input_scale x) - 1) elsewhere. Included by the native kernel's source once per
// instruction set, inside its namespace; the operations are those of simd/exponential.h and simd/selection.h.
//
// Where alpha or input_scale is not finite, the lower piece is -alpha scale throughout. Accuracy: 2.4e-7 times the larger
// of 1, |alpha scale| and the result; relative 4e-7 also near 0, where exp(t) - 1 is t, and of large results of a negative
// input_scale, whose exponential grows; for |alpha scale| 0 or between 1e-37 and 1e37. Signed zeros stay, as far as the
// factors leave them.
// -inf gives the limit, -alpha scale for a positive input_scale, 0 for input_scale 0; NaN stays NaN.
struct EluFunction {
    static constexpr int kInputs = 1;
    float scale, negative_scale, input_scale, offset;

    static EluFunction From(const float* attributes) {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        const float alpha = attributes[0], scale = attributes[1], input_scale = attributes[2];
        if (!std::isfinite(alpha) || !std::isfinite(input_scale)) {
            return {scale, alpha * scale, 1, -kInfinity};
        }
        const float factor = Finite(static_cast<double>(alpha) * static_cast<double>(scale));
        // Where it is 0, so is the result: nothing overflows before.
        return {scale, factor, factor == 0 ? 0 : input_scale, -0.0f};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        const V near = FiniteBesideZero(d, input_scale, x);
        const V bent =
            ScaledExpm1(d, ProductOf(d, near, Set(d, input_scale), Set(d, offset)), Set(d, negative_scale));
        return IfGreaterThenElse(d, x, 0.0f, product(d, x, Set(d, scale)), bent);
    }
};

using Elu = PerVector<EluFunction>;
