// dy where x > threshold, 0 otherwise. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Chosen, not multiplied: +0 whatever dy is, NaN and inf too. x = threshold and x = NaN are "otherwise", and so is
// every x when threshold is NaN.
struct ThresholdGradV2D {
    static constexpr int kInputs = 2;
    float threshold;

    static ThresholdGradV2D From(const float* attributes) { return {attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V dy, V x) const {
        return IfGreaterThenElse(d, x, threshold, dy, Set(d, 0.0f));
    }
};
