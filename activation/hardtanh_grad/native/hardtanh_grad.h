// dy times 0 where x > max_val or x < min_val, 1 otherwise; x is the argument of hardtanh. Included by the native
// kernel's source once per instruction set, inside its namespace; the operations are those of simd/vector_math.h and
// simd/selection.h.
//
// Both bounds keep the gradient, and so does x = NaN ("otherwise"). The product is that of IEEE 754: outside the bounds
// dy = inf or NaN gives NaN, a negative dy -0.
struct HardtanhGrad {
    static constexpr int kInputs = 2;
    float min_val, max_val;

    static HardtanhGrad From(const float* attributes) { return {attributes[0], attributes[1]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x, V dy) const {
        const V zero = Set(d, 0.0f);
        const V below = IfLessThenElse(d, x, min_val, zero, Set(d, 1.0f));
        return product(d, dy, IfGreaterThenElse(d, x, max_val, zero, below));
    }
};
