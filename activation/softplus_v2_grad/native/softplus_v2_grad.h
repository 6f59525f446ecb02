// Softplus' derivative, 1 / (1 + exp(-beta x)), and 1 where beta x > threshold, over vectors of float. Included by the
// native kernel's source once per instruction set, inside its namespace; the operations are those of simd/exponential.h
// and simd/vector_math.h.
//
// Accuracy of the derivative, for |beta| 0 or between 1e-8 and 1e38: 2.4e-7 absolute for every float; 2^-16 relative
// where it exceeds 1e-30.
// beta x is compared as it is, not rounded, where the machine has fused multiply-add.
struct SoftplusDerivative {
    static constexpr int kInputs = 2;
    SlopedExp exp;
    float beta, threshold;

    static SoftplusDerivative From(const float* attributes) {
        return {SlopedExp(attributes[0]), attributes[0], attributes[1]};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V logistic = Logistic(d, exp.OfNegated(d, Abs(x)), exp.Sloped(d, x));
        const V beyond = MulAdd(x, Set(d, beta), Set(d, -threshold));
        return product(d, dy, hn::IfThenElse(hn::Gt(beyond, hn::Zero(d)), Set(d, 1.0f), logistic));
    }
};

using SoftplusV2Grad = PerVector<SoftplusDerivative>;
