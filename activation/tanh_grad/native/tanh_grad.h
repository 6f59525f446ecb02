// dy * (1 - y^2), y the result of tanh. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// The factor is correctly rounded where there is a fused multiply-add, within 1.5 units in the last place elsewhere, also
// near its zeros +-1. NaN in either input gives NaN. y is any number: outside [-1, 1] the parabola goes on, to -inf at
// +-inf.
struct TanhGrad {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V y, V dy) const {
        const V one = Set(d, 1.0f);
#if HWY_NATIVE_FMA
        return product(d, dy, NegMulAdd(y, y, one));
#else
        return product(d, dy, Mul(Sub(one, y), Add(one, y)));
#endif
    }
};
