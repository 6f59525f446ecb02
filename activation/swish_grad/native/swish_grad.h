// Swish's derivative, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// With a = |beta x|, e = exp(-a) and t = 1 / (1 + e) the derivative where beta x < 0 is e t (1 - a t), and 1 less that
// elsewhere: nothing cancels but at the derivative's own zero.
//
// Accuracy of the derivative, for |beta| 0 or between 1e-8 and 1e38: 2.4e-7 absolute for every float; 2^-16 relative
// where it exceeds 1e-30 in magnitude, farther than 1e-2 from its zero. 1/2 where beta or x is 0, 1 or 0 at infinity.
struct SwishDerivative {
    static constexpr int kInputs = 2;
    SlopedExp exp;
    float steepness;  // |beta|
    float least;  // stands for smaller magnitudes: 2^-126, where the derivative is 1/2 unless beta is huge

    static SwishDerivative From(const float* attributes) {
        const SlopedExp exp(attributes[0]);
        return {exp, Finite(std::fabs(attributes[0])), exp.rate < 0x1p60f ? 0x1p-126f : 0.0f};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V magnitude = ClampedMagnitude(d, x, least, exp.limit);
        const V e = exp.OfNegated(d, magnitude);
        const V a = Mul(magnitude, Set(d, steepness));
        const V one = Set(d, 1.0f);
        const V t = Div(one, Add(one, e));
        const V below = Mul(Mul(e, t), Sub(one, Mul(a, t)));
        return product(d, dy, IfNegativeThenElse(exp.Sloped(d, x), below, Sub(one, below)));
    }
};

using SwishGrad = PerVector<SwishDerivative>;
