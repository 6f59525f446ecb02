// x where x >= 3, 0 where x <= -3, x (x + 3) / 6 between. Included by the native kernel's source once per instruction
// set, inside its namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Within 1.5 units in the last place, also near the zero at -3, where x + 3 is exact; nothing overflows on the way, as
// the factor (x + 3) / 6 counts only where it is at most 1. -0 and NaN stay; -inf gives 0, +inf itself.
struct HardSwish {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        constexpr float kSixth = 1.0f / 6.0f;
        constexpr float kRest = static_cast<float>(1.0 / 6.0 - 1.0f / 6.0f);  // what kSixth lacks of 1/6
        const V above = Add(x, Set(d, 3.0f));
        const V factor = MulAdd(above, Set(d, kSixth), Mul(above, Set(d, kRest)));
        const V middle = product(d, x, IfAtLeastThenElse(d, x, 3.0f, Set(d, 1.0f), factor));
        return IfAtMostThenElse(d, x, -3.0f, Set(d, 0.0f), middle);
    }
};
