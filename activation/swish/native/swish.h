// Swish, x / (1 + exp(-beta x)), over vectors of float. Included by the native kernel's source once per instruction set,
// inside its namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// Accuracy, for |beta| 0 or between 1e-8 and 1e38: 2.4e-7 absolute, 3.2e-7 of the result where that is more; 2^-16
// relative where the result exceeds 1e-30 in magnitude. Signed zeros stay; at infinity x itself, x / 2 or 0 as beta's
// sign has it.
struct SwishFunction {
    static constexpr int kInputs = 1;
    SlopedExp exp;

    static SwishFunction From(const float* attributes) { return {SlopedExp(attributes[0])}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        return LogisticProduct(product, d, x, exp.OfNegated(d, Abs(x)), exp.Sloped(d, x), exp.vanishes);
    }
};

using Swish = PerVector<SwishFunction>;
