// dy times 0 where x <= -3, x/3 + 1/2 where -3 < x < 3, 1 where x >= 3: the derivative of hard_swish, the middle piece
// without its ends. Included by the native kernel's source once per instruction set, inside its namespace; the
// operations are those of simd/vector_math.h and simd/selection.h.
//
// Between +-3 the derivative is within 9e-8. +-inf are on the outer pieces; NaN is on none and gives NaN. The product
// with dy is that of IEEE 754: 0 * inf is NaN.
struct HardSwishGradV2 {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V line = MulAdd(x, Set(d, 1.0f / 3.0f), Set(d, 0.5f));
        const V low = IfAtMostThenElse(d, x, -3.0f, Set(d, 0.0f), line);
        return product(d, dy, IfAtLeastThenElse(d, x, 3.0f, Set(d, 1.0f), low));
    }
};
