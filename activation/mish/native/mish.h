// Mish, x tanh(log(1 + exp(x))), over vectors of float. Included by the native kernel's source once per instruction set,
// inside its namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// With e = exp(-|x|) the tangent is e (e + 2) / (e (e + 2) + 2) below 0 and (1 + 2 e) / (1 + 2 e (1 + e)) above: neither
// overflows nor cancels.
//
// Accuracy: 2.4e-7 absolute where |x| <= 1, in proportion to the result beyond; 2^-16 relative where the result exceeds
// 1e-30 in magnitude. Signed zeros stay; x itself for large x, 0 at minus infinity.
struct MishFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        const V one = Set(d, 1.0f), two = Set(d, 2.0f);
        const V e = ExpOfNegated(d, Abs(x));
        const V below = Mul(e, Add(e, two));
        const V above = MulAdd(e, two, one);
        const V denominator = IfNegativeThenElse(x, Add(below, two), MulAdd(Mul(e, e), two, above));
        const V bounded = MaxKeepNan(d, x, -FLT_MAX);  // so that 0 comes of minus infinity
        return Div(product(d, bounded, IfNegativeThenElse(x, below, above)), denominator);
    }
};

using Mish = PerVector<MishFunction>;
