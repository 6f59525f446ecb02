// The hyperbolic tangent, over vectors of float. Included by the native kernel's source once per instruction set, inside
// its namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// With m = exp(-2|x|) - 1 it is -m / (2 + m), which is accurate near 0 as m is.
//
// Accuracy: 2.4e-7 absolute, 4e-7 relative for every float; x itself where that is tiny, signed zeros and subnormal
// numbers included; +-1 from |x| = 10 on.
struct TanhFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        const V m = Expm1(d, Mul(MinKeepNan(d, Abs(x), 10.0f), Set(d, -2.0f)));
        return hn::CopySign(Div(m, Add(m, Set(d, 2.0f))), x);
    }
};

using Tanh = PerVector<TanhFunction>;
