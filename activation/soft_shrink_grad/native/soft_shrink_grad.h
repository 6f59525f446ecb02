// dy where |x| > lambd or x is NaN, 0 otherwise: the derivative of softshrink. Included by the native kernel's source
// once per instruction set, inside its namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Chosen, not multiplied: +0 whatever dy is, NaN and inf too. x = +-lambd is "otherwise", and so is every number when
// lambd is NaN or inf.
struct SoftShrinkGrad {
    static constexpr int kInputs = 2;
    float lambd;  // not negative

    static SoftShrinkGrad From(const float* attributes) { return {attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V dy, V x) const {
        const V outside = IfGreaterThenElse(d, Abs(x), lambd, dy, Set(d, 0.0f));
        return IfNanThenElse(d, x, dy, outside);
    }
};
