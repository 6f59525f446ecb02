// GELU's tanh form, x / (1 + exp(-u)) with u = k1 x + k3 x^3, over vectors of float. Included by the native kernel's
// source once per instruction set, inside its namespace; the operations are those of simd/exponential.h and
// simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute where |x| <= 1, in proportion to the result beyond; 2^-16 relative where the result exceeds
// 1e-30 in magnitude. Signed zeros stay; x itself for large x, 0 at minus infinity and wherever the true value vanishes.
struct GeluFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        constexpr float kC1 = 0x1.26aec2p+1f;     // k1 / ln 2, k1 = 2 sqrt(2/pi)
        constexpr float kC3 = 0x1.a5a7d0p-4f;     // k3 / ln 2, k3 = 0.044715 k1
        constexpr float kLimit = 0x1.5d48e4p+3f;  // u / ln 2 is kVanishingPower
        const V a = MinKeepNan(d, Abs(x), kLimit);
        const V e = GradualExp2OfProduct(d, a, MulAdd(Mul(a, a), Set(d, -kC3), Set(d, -kC1)));  // exp(-|u|)
        return LogisticProduct(product, d, x, e, x);
    }
};

using Gelu = PerVector<GeluFunction>;
