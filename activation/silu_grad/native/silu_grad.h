// SiLU's derivative, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// With e = exp(-a) and t = 1 / (1 + e) the derivative at -a is e t (1 - a t).
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in magnitude,
// farther than 1e-2 from its zero. Exactly 1/2 at +-0, 1 for large x, 0 where the true value is below half the smallest
// subnormal.
struct Silu {
    // scripts/fit_pieces.py silu_gradient 6 0.75: within 3.3e-8, and 1.2e-5 relative.
    static constexpr PieceTable<6> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.425af8p-3f, -0x1.524822p-5f, -0x1.9466dcp-4f, -0x1.68dfdap-4f, -0x1.f56a5p-5f,
             -0x1.369152p-5f, 0.0f},
            {-0x1.000002p-1f, -0x1.8247c6p-2f, -0x1.3fe48cp-3f, -0x1.fa259p-7f, 0x1.08c6f2p-5f,
             0x1.22246ap-5f, 0x1.ab79f8p-6f, 0.0f},
            {0x1.046368p-19f, 0x1.234ec6p-3f, 0x1.0aee6cp-3f, 0x1.da480cp-5f, 0x1.87463ap-7f, -0x1.198fbcp-8f,
             -0x1.c51ab8p-8f, 0.0f},
            {0x1.5532eap-4f, 0x1.d977aap-6f, -0x1.dd99a8p-6f, -0x1.d5a8eap-6f, -0x1.9cab5cp-7f,
             -0x1.9f8cc2p-9f, 0x1.4e9b0cp-13f, 0.0f},
            {0x1.0e4d18p-12f, -0x1.bfad7ap-6f, -0x1.098ec2p-7f, 0x1.4ed76p-8f, 0x1.288314p-8f,
             0x1.f2c3e6p-10f, 0x1.125cdep-11f, 0.0f},
            {-0x1.bb82a6p-7f, 0x1.20a232p-11f, 0x1.87d51cp-8f, 0x1.1ce136p-10f, -0x1.7e60bcp-11f,
             -0x1.1dd73cp-11f, -0x1.cdd572p-13f, 0.0f},
            {0x1.104838p-9f, 0x1.b26ea4p-9f, -0x1.6d3032p-11f, -0x1.bfc63ep-11f, -0x1.1d1c2p-14f,
             0x1.6776acp-14f, 0x1.b55b9p-15f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.b8d774p+6f;  // a / ln 2 is 127 + 32

    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        const V e = Exp2OfProduct<32>(d, a, Set(d, -kLog2OfE));  // 2^32 exp(-a)
        const V t = Div(Set(d, 1.0f), MulAdd(e, Set(d, 0x1p-32f), Set(d, 1.0f)));
        return Mul(Mul(e, t), MulAdd(Mul(a, Set(d, -1.0f)), t, Set(d, 1.0f)));
    }
};

using SiluGrad = ComplementaryGradient<Silu>;
