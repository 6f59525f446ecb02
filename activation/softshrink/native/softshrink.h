// x - lambd where x > lambd, x + lambd where x < -lambd, 0 otherwise. Included by the native kernel's source once per
// instruction set, inside its namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Correctly rounded. "Otherwise" are x = +-lambd and x = NaN, and every x when lambd is NaN or inf: +0.
struct Softshrink {
    static constexpr int kInputs = 1;
    float lambd;  // not negative

    static Softshrink From(const float* attributes) { return {attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        const V limit = Set(d, lambd);
        const V low = IfLessThenElse(d, x, -lambd, Add(x, limit), Set(d, 0.0f));
        return IfGreaterThenElse(d, x, lambd, Sub(x, limit), low);
    }
};
