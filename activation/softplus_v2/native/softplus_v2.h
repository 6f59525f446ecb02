// Softplus, log(1 + exp(beta x)) / beta, and x where beta x > threshold, over vectors of float. Included by the native
// kernel's source once per instruction set, inside its namespace; the operations are those of simd/exponential.h and
// simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute, times 1 / |beta| where that is more, in proportion to the result beyond 1; 2^-16 relative
// where the result exceeds 1e-30 in magnitude. beta x is compared as it is, not rounded, where the machine has fused
// multiply-add. beta 0 gives the limit of the formula, infinity.
struct SoftplusFunction {
    static constexpr int kInputs = 1;
    SlopedExp exp;
    float beta, threshold, inverse;

    static SoftplusFunction From(const float* attributes) {
        // Also of -0 the limit is infinity.
        return {SlopedExp(attributes[0]), attributes[0], attributes[1], 1.0f / (attributes[0] + 0.0f)};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        const V logarithm = Log1pOfFraction(d, exp.OfNegated(d, Abs(x)));
        const V base = IfNegativeThenElse(exp.Sloped(d, x), hn::Zero(d), x);
        const V beyond = MulAdd(x, Set(d, beta), Set(d, -threshold));
        return hn::IfThenElse(hn::Gt(beyond, hn::Zero(d)), x, MulAdd(logarithm, Set(d, inverse), base));
    }
};

using SoftplusV2 = PerVector<SoftplusFunction>;
