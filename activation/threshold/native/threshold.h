// x where x > threshold, `value` otherwise. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Exact. x = threshold and x = NaN are "otherwise", and so is every x when threshold is NaN.
struct Threshold {
    static constexpr int kInputs = 1;
    float threshold, value;

    static Threshold From(const float* attributes) { return {attributes[0], attributes[1]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        return IfGreaterThenElse(d, x, threshold, x, Set(d, value));
    }
};
