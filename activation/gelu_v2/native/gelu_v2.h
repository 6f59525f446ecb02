// GELU's erf form, x Phi(x) with the distribution Phi of a standard normal variable, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute where |x| <= 1, in proportion to the result beyond; 2^-16 relative where the result exceeds
// 1e-30 in magnitude. Signed zeros stay; x itself for large x, 0 at minus infinity and wherever the true value vanishes.
struct GeluErfShare {
    // scripts/fit_pieces.py gelu_erf 7 0.75: within 7.1e-9, and 3.1e-6 relative.
    static constexpr PieceTable<7> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.d022p-3f, 0x1.11a46ep-4f, 0x1.90924ep-7f, 0x1.61de2p-10f, 0x1.72d956p-14f,
             0x1.c80732p-19f, 0.0f},
            {-0x1.988454p-2f, -0x1.345d5ep-2f, -0x1.094086p-3f, -0x1.0402ep-5f, -0x1.22720ap-8f,
             -0x1.71b932p-12f, -0x1.0c2a7cp-16f, 0.0f},
            {0x1.38dabap-25f, 0x1.ce8bdcp-4f, 0x1.8de0e4p-4f, 0x1.248346p-5f, 0x1.b3aaccp-8f, 0x1.5a9d8ep-11f,
             0x1.2db02cp-15f, 0.0f},
            {0x1.105764p-4f, 0x1.67c0cep-6f, -0x1.ba145ep-6f, -0x1.601918p-6f, -0x1.834532p-8f,
             -0x1.92750cp-11f, -0x1.ae1122p-15f, 0.0f},
            {0x1.0fb66ap-17f, -0x1.77b4acp-6f, -0x1.8e21d8p-8f, 0x1.9227bp-8f, 0x1.b3c7aep-9f,
             0x1.3f8ae4p-11f, 0x1.b14abp-15f, 0.0f},
            {-0x1.483d32p-7f, 0x1.3d0a6cp-13f, 0x1.802d5p-8f, 0x1.e449d8p-12f, -0x1.21e764p-10f,
             -0x1.66adc4p-12f, -0x1.4776b6p-15f, 0.0f},
            {0x1.00937cp-13f, 0x1.83e88p-9f, -0x1.40623cp-11f, -0x1.018e64p-10f, 0x1.a21baap-14f,
             0x1.1599eep-13f, 0x1.80eacep-16f, 0.0f},
            {0x1.0f9e0ep-10f, -0x1.6ecab8p-12f, -0x1.13a5ap-11f, 0x1.0e2c3cp-12f, 0x1.424f1cp-14f,
             -0x1.eae484p-16f, -0x1.2a738cp-17f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.db172cp+3f;  // a^2 / (2 ln 2) is 127 + 32

    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        constexpr float kHalfOverLn2 = 0x1.715476p-1f;                       // 1 / (2 ln 2)
        const V e = Exp2OfProduct<32>(d, a, Mul(a, Set(d, -kHalfOverLn2)));  // 2^32 exp(-a^2 / 2)
        const V y = Div(Set(d, 1.0f), a);
        V q = MulAdd(Set(d, kTail[4]), y, Set(d, kTail[3]));
        for (int k = 2; k >= 0; --k) {
            q = MulAdd(q, y, Set(d, kTail[k]));
        }
        return Mul(e, q);
    }

 private:
    // Phi(-a) exp(a^2 / 2) as a polynomial in 1/a, 4.8 <= a <= 14.9, within 1.5e-7 relative; fitted with the table.
    static constexpr float kTail[5] = {0x1.a688b6p-18f, 0x1.982d7p-2f, 0x1.cd40c4p-8f, -0x1.e73576p-2f,
                                       0x1.c9ffc8p-2f};
};

using GeluV2 = ComplementaryProduct<GeluErfShare>;
