// x where x > 0, alpha (exp(x / alpha) - 1) elsewhere. Included by the native kernel's source once per instruction set,
// inside its namespace; the operations are those of simd/exponential.h and simd/selection.h.
//
// Accuracy: 2.4e-7 times the larger of 1, |alpha| and the result; relative 4e-7 also near 0, and of large results of a
// negative alpha, whose exponential grows. Signed zeros stay. -inf gives the limit, -alpha for a positive one; NaN stays
// NaN.
struct CeluFunction {
    static constexpr int kInputs = 1;
    float alpha, inverse;

    static CeluFunction From(const float* attributes) {
        return {attributes[0], Finite(1 / static_cast<double>(attributes[0]))};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        const V factor = Set(d, alpha);
        const V bent = ScaledExpm1(d, QuotientOf(d, x, factor, Set(d, inverse)), factor);
        return IfGreaterThenElse(d, x, 0.0f, x, bent);
    }
};

using CeluV2 = PerVector<CeluFunction>;
