// FastGELU's derivative, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// With u = 1.702 a, e = exp(-u) and t = 1 / (1 + e) the derivative at -a is e t (1 - u t).
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in magnitude,
// farther than 1e-2 from its zero. Exactly 1/2 at +-0, 1 for large x, 0 where the true value is below half the smallest
// subnormal.
struct FastGeluSlope {
    // scripts/fit_pieces.py fast_gelu_gradient 7 0.75: within 9.9e-8, and 5.3e-6 relative.
    static constexpr PieceTable<7> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.c1474ap-12f, -0x1.94e1b4p-4f, -0x1.de9576p-5f, -0x1.923322p-6f, -0x1.29211cp-7f,
             -0x1.9b5af2p-9f, 0.0f},
            {-0x1.b3b64ap-1f, -0x1.7c9e1p-2f, 0x1.5839d8p-6f, 0x1.e382e8p-5f, 0x1.fc5214p-6f, 0x1.99dcf4p-7f,
             0x1.29227ap-8f, 0.0f},
            {0x1.069b8ap-17f, 0x1.b35738p-2f, 0x1.9d78cap-4f, -0x1.d9004ep-7f, -0x1.164e6p-6f,
             -0x1.0a2f26p-7f, -0x1.9f344p-9f, 0.0f},
            {0x1.a48df2p-2f, -0x1.7aaf96p-4f, -0x1.baf118p-4f, -0x1.a3e2a2p-7f, 0x1.0a41dap-8f,
             0x1.9c844ep-9f, 0x1.6f857ap-10f, 0.0f},
            {0x1.b40f72p-10f, -0x1.0720f6p-3f, 0x1.882a44p-5f, 0x1.d206cap-7f, 0x1.99f63cp-11f,
             -0x1.6c9208p-11f, -0x1.be8cc4p-12f, 0.0f},
            {-0x1.7fb6c2p-3f, 0x1.80ebe6p-4f, -0x1.ea3098p-10f, -0x1.d7c386p-8f, -0x1.34953cp-10f,
             0x1.4dd4bp-18f, 0x1.65b828p-14f, 0.0f},
            {0x1.95567ep-6f, 0x1.9a1ed6p-8f, -0x1.723006p-7f, 0x1.08b166p-9f, 0x1.40edcep-11f,
             0x1.315d9ap-14f, -0x1.963e08p-18f, 0.0f},
            {0x1.3f7ad2p-5f, -0x1.f5a312p-6f, 0x1.bf3166p-8f, -0x1.523bbap-14f, -0x1.a2c71p-13f,
             -0x1.2bc99p-15f, -0x1.96062ep-19f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.03038cp+6f;  // u / ln 2 is 127 + 32

    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        constexpr float kSlope = 0x1.b3b646p+0f;  // 1.702
        constexpr float kSlopeOverLn2 = 0x1.3a4cbep+1f;
        const V e = Exp2OfProduct<32>(d, a, Set(d, -kSlopeOverLn2));  // 2^32 exp(-u)
        const V t = Div(Set(d, 1.0f), MulAdd(e, Set(d, 0x1p-32f), Set(d, 1.0f)));
        return Mul(Mul(e, t), MulAdd(Mul(a, Set(d, -kSlope)), t, Set(d, 1.0f)));
    }
};

using FastGeluGrad = ComplementaryGradient<FastGeluSlope>;
