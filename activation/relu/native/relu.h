// x where x > 0, +0 where x <= 0 (-0 too). Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Exact. NaN is on neither piece and stays NaN.
struct Relu {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        return IfAtMostThenElse(d, x, 0.0f, Set(d, 0.0f), x);
    }
};
