// FastGELU, x / (1 + exp(-1.702 x)), over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute where |x| <= 1, in proportion to the result beyond; 2^-16 relative where the result exceeds
// 1e-30 in magnitude. Signed zeros stay; x itself for large x, 0 at minus infinity and wherever the true value vanishes.
struct FastGeluShare {
    // scripts/fit_pieces.py fast_gelu 7 0.75: within 7.3e-9, and 1.2e-7 relative.
    static constexpr PieceTable<7> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.bec3a4p-3f, 0x1.27d59cp-4f, 0x1.5c4d8cp-6f, 0x1.8ac616p-8f, 0x1.ba823p-10f,
             0x1.ee767ap-12f, 0.0f},
            {-0x1.b3b646p-2f, -0x1.294202p-2f, -0x1.d324e2p-4f, -0x1.221ac4p-5f, -0x1.4dedc6p-7f,
             -0x1.77f06ap-9f, -0x1.a496e6p-11f, 0.0f},
            {0x1.78a27ap-21f, 0x1.1d32d2p-3f, 0x1.541d76p-4f, 0x1.d8c38cp-6f, 0x1.18bfeep-7f, 0x1.3ed82p-9f,
             0x1.659594p-11f, 0.0f},
            {0x1.a4a94cp-4f, 0x1.ad50ep-9f, -0x1.0db876p-5f, -0x1.ea4ff4p-7f, -0x1.36dbc6p-8f,
             -0x1.675606p-10f, -0x1.94f8cep-12f, 0.0f},
            {0x1.4b3dc8p-13f, -0x1.205e0ep-5f, 0x1.0132eep-8f, 0x1.56a4bep-8f, 0x1.f74094p-10f,
             0x1.2da12p-11f, 0x1.574b82p-13f, 0.0f},
            {-0x1.f5887p-6f, 0x1.9eb334p-7f, 0x1.ed7674p-9f, -0x1.1557c6p-10f, -0x1.34201cp-11f,
             -0x1.8f9926p-13f, -0x1.d0136ap-15f, 0.0f},
            {0x1.3fae3cp-9f, 0x1.138a2ap-8f, -0x1.6125cap-9f, -0x1.5fec4ep-14f, 0x1.0fa4eap-13f,
             0x1.b00116p-15f, 0x1.068fep-16f, 0.0f},
            {0x1.725dc2p-8f, -0x1.1d83f2p-8f, 0x1.7d3ddep-11f, 0x1.4de1c8p-13f, -0x1.e28fb8p-17f,
             -0x1.6a2a6ep-17f, -0x1.e2a674p-19f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.03038cp+6f;  // 1.702 a / ln 2 is 127 + 32

    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        constexpr float kSlopeOverLn2 = 0x1.3a4cbep+1f;  // 1.702 / ln 2
        const V e = Exp2OfProduct<32>(d, a, Set(d, -kSlopeOverLn2));
        return Mul(e, MulAdd(e, Set(d, -0x1p-32f), Set(d, 1.0f)));  // 1 / (1 + e) is 1 - e within 1e-7
    }
};

using FastGelu = ComplementaryProduct<FastGeluShare>;
