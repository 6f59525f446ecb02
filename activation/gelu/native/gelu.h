// GELU's tanh form, x / (1 + exp(-u)) with u = k1 x + k3 x^3, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute where |x| <= 1, in proportion to the result beyond; 2^-16 relative where the result exceeds
// 1e-30 in magnitude. Signed zeros stay; x itself for large x, 0 at minus infinity and wherever the true value vanishes.
struct GeluTanhShare {
    // scripts/fit_pieces.py gelu_tanh 7 0.75: within 3.9e-9, and 1.1e-5 relative.
    static constexpr PieceTable<7> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.d0523p-3f, 0x1.123c8ep-4f, 0x1.8c25e8p-7f, 0x1.3dd716p-10f, 0x1.ea7568p-15f,
             0x1.326b86p-20f, 0.0f},
            {-0x1.988454p-2f, -0x1.341904p-2f, -0x1.09c7aep-3f, -0x1.06289cp-5f, -0x1.178beap-8f,
             -0x1.1a5e3p-12f, -0x1.c6530ap-18f, 0.0f},
            {0x1.43e248p-25f, 0x1.ceb30ap-4f, 0x1.8c0a94p-4f, 0x1.279b64p-5f, 0x1.b82b3ep-8f, 0x1.2c8192p-11f,
             0x1.3e563ep-16f, 0.0f},
            {0x1.11b072p-4f, 0x1.61342ap-6f, -0x1.b5d6b8p-6f, -0x1.5df836p-6f, -0x1.906fbap-8f,
             -0x1.83ea98p-11f, -0x1.16b6eep-15f, 0.0f},
            {0x1.18e484p-17f, -0x1.7a7e6ap-6f, -0x1.78623ep-8f, 0x1.7f980ap-8f, 0x1.bd9b6ep-9f,
             0x1.4d73d6p-11f, 0x1.538d82p-15f, 0.0f},
            {-0x1.4fc1c6p-7f, 0x1.8b62b2p-12f, 0x1.762ee8p-8f, 0x1.f41c7ap-12f, -0x1.142d72p-10f,
             -0x1.862386p-12f, -0x1.310286p-15f, 0.0f},
            {0x1.08a7d8p-13f, 0x1.8ed668p-9f, -0x1.7dacd2p-11f, -0x1.d0f6eap-11f, 0x1.cc775cp-15f,
             0x1.261014p-13f, 0x1.9c27e6p-16f, 0.0f},
            {0x1.1d0bfp-10f, -0x1.b21a42p-12f, -0x1.eaf76ap-12f, 0x1.e3a492p-13f, 0x1.4dee14p-14f,
             -0x1.b677eap-16f, -0x1.55eec6p-17f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.5d48e4p+3f;  // u / ln 2 is 127 + 32

    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        constexpr float kC1 = 0x1.26aec2p+1f;  // k1 / ln 2, k1 = 2 sqrt(2/pi)
        constexpr float kC3 = 0x1.a5a7d0p-4f;  // k3 / ln 2, k3 = 0.044715 k1
        const V e = Exp2OfProduct<32>(d, a, MulAdd(Mul(a, a), Set(d, -kC3), Set(d, -kC1)));
        return Mul(e, MulAdd(e, Set(d, -0x1p-32f), Set(d, 1.0f)));  // 1 / (1 + e) is 1 - e within 1e-10
    }
};

using Gelu = ComplementaryProduct<GeluTanhShare>;
