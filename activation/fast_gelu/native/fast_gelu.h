// FastGELU, x / (1 + exp(-1.702 x)), over vectors of float. Included by the native kernel's source once per instruction
// set, inside its namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute where |x| <= 1, in proportion to the result beyond; 2^-16 relative where the result exceeds
// 1e-30 in magnitude. Signed zeros stay; x itself for large x, 0 at minus infinity and wherever the true value vanishes.
struct FastGeluFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        constexpr float kRate = 0x1.3a4cbep+1f;   // 1.702 / ln 2
        constexpr float kLimit = 0x1.03038cp+6f;  // kVanishingPower / kRate
        const V e = GradualExp2OfProduct(d, MinKeepNan(d, Abs(x), kLimit), Set(d, -kRate));
        return LogisticProduct(product, d, x, e, x);
    }
};

using FastGelu = PerVector<FastGeluFunction>;
