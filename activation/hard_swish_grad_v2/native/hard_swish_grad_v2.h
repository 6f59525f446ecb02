// dy times 0 where x <= -3, x/3 + 1/2 where -3 < x < 3, 1 where x >= 3: the derivative of hard_swish, the middle piece
// without its ends. Included by the native kernel's source once per instruction set, inside its namespace; the
// operations are those of simd/vector_math.h and simd/selection.h.
//
// The line is (x + 3/2) / 3: within 1.5e-7, and within 1 unit in the last place near its zero. +-inf are on the outer
// pieces; NaN is on none and gives NaN. The product with dy is that of IEEE 754: 0 * inf is NaN.
struct HardSwishGradV2 {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        constexpr float kThird = 1.0f / 3.0f;
        constexpr float kRest = static_cast<float>(1.0 / 3.0 - 1.0f / 3.0f);  // what kThird lacks of 1/3
        const V above = Add(x, Set(d, 1.5f));
        const V line = MulAdd(above, Set(d, kThird), Mul(above, Set(d, kRest)));
        const V low = IfAtMostThenElse(d, x, -3.0f, Set(d, 0.0f), line);
        return product(d, dy, IfAtLeastThenElse(d, x, 3.0f, Set(d, 1.0f), low));
    }
};
