// dy where x > lambd or x < -lambd, 0 otherwise: the derivative of hard_shrink; a negative lambd counts as 0. Included
// by the native kernel's source once per instruction set, inside its namespace; the operations are those of
// simd/vector_math.h and simd/selection.h.
//
// Chosen, not multiplied: +0 whatever dy is, NaN and inf too. "Otherwise" are x = +-lambd and x = NaN, and every x when
// lambd is NaN or inf.
struct HardShrinkGrad {
    static constexpr int kInputs = 2;
    float lambd;

    static HardShrinkGrad From(const float* attributes) { return {attributes[0] < 0 ? 0 : attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V dy, V x) const {
        return IfGreaterThenElse(d, Abs(x), lambd, dy, Set(d, 0.0f));
    }
};
