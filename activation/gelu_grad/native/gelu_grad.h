// The derivative of GELU's tanh form, over vectors of float. Included by the native kernel's source once per
// instruction set, inside its namespace; the operations are those of simd/vector_math.h.
//
// With u = k1 a + k3 a^3 and e = exp(-u) the derivative at -a is t e (1 - a (k1 + 3 k3 a^2) t), t = 1 / (1 + e).
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in magnitude,
// farther than 1e-2 from its zero. Exactly 1/2 at +-0, 1 for large x, 0 where the true value is below half the smallest
// subnormal.
struct GeluTanh {
    // scripts/fit_pieces.py gelu_tanh_gradient 7 0.75: within 1.8e-8, and 1.3e-6 relative.
    static constexpr PieceTable<7> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.165472p-10f, -0x1.058d3ep-3f, -0x1.ead1e2p-5f, -0x1.7b9708p-7f, -0x1.f2c95cp-11f,
             -0x1.ebf232p-16f, 0.0f},
            {-0x1.988454p-1f, -0x1.baaedp-2f, 0x1.f40298p-6f, 0x1.92f4fcp-4f, 0x1.043da2p-5f, 0x1.ecdb8cp-9f,
             0x1.49bcb2p-13f, 0.0f},
            {0x1.cfcb3p-22f, 0x1.8cb1ccp-2f, 0x1.5bc684p-3f, -0x1.265402p-5f, -0x1.1d6b5ap-5f,
             -0x1.b0cec8p-8f, -0x1.9ae64ep-12f, 0.0f},
            {0x1.11aeeap-2f, 0x1.14f87p-6f, -0x1.21708ep-3f, -0x1.0c60eap-5f, 0x1.0bd9dep-6f, 0x1.af390cp-8f,
             0x1.389d54p-11f, 0.0f},
            {0x1.7bd9eep-14f, -0x1.d3603cp-4f, 0x1.cf15e4p-7f, 0x1.1bbeb8p-5f, 0x1.32d63ap-10f,
             -0x1.f217dap-9f, -0x1.3f338ep-11f, 0.0f},
            {-0x1.f95288p-5f, 0x1.0b93ccp-6f, 0x1.beae46p-6f, -0x1.2bd7bp-7f, -0x1.53ecep-8f, 0x1.ebb444p-11f,
             0x1.bef8bcp-12f, 0.0f},
            {0x1.57a64cp-10f, 0x1.3a3fdcp-6f, -0x1.4d08eep-7f, -0x1.55a714p-9f, 0x1.20b9dep-9f,
             0x1.4f40d4p-12f, -0x1.93befcp-13f, 0.0f},
            {0x1.11b20cp-7f, -0x1.4cf532p-8f, -0x1.a58818p-10f, 0x1.0bfac2p-9f, -0x1.f218cp-14f,
             -0x1.376c14p-12f, 0x1.63528p-15f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.5d48e4p+3f;  // u / ln 2 is 127 + 32

    // Far out t is 1 - e, and the whole (e - 2 e^2) (1 - a (k1 + 3 k3 a^2)) within 1e-6.
    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        constexpr float kK1 = 0x1.988454p+0f;       // 2 sqrt(2/pi)
        constexpr float kThreeK3 = 0x1.b6676cp-3f;  // 3 * 0.044715 k1
        constexpr float kC1 = 0x1.26aec2p+1f;       // k1 / ln 2
        constexpr float kC3 = 0x1.a5a7d0p-4f;       // k3 / ln 2
        const V a2 = Mul(a, a);
        const V e = Exp2OfProduct<32>(d, a, MulAdd(a2, Set(d, -kC3), Set(d, -kC1)));  // 2^32 exp(-u)
        const V less = Mul(e, MulAdd(e, Set(d, -0x1p-31f), Set(d, 1.0f)));
        return Mul(less, MulAdd(a, MulAdd(a2, Set(d, -kThreeK3), Set(d, -kK1)), Set(d, 1.0f)));
    }
};

using GeluGrad = ComplementaryGradient<GeluTanh>;
