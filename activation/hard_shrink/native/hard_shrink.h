// x where x > lambd or x < -lambd, 0 otherwise; a negative lambd counts as 0. Included by the native kernel's source
// once per instruction set, inside its namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Exact. "Otherwise" are x = +-lambd and x = NaN, and every x when lambd is NaN or inf: +0.
struct HardShrink {
    static constexpr int kInputs = 1;
    float lambd;

    static HardShrink From(const float* attributes) { return {attributes[0] < 0 ? 0 : attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        return IfGreaterThenElse(d, Abs(x), lambd, x, Set(d, 0.0f));
    }
};
