// The derivative of GELU's erf form, over vectors of float. Included by the native kernel's source once per instruction
// set, inside its namespace; the operations are those of simd/vector_math.h.
//
// The derivative at -a is Phi(-a) - a phi(a), Phi and phi the distribution and density of a standard normal variable.
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in magnitude,
// farther than 1e-2 from its zero. Exactly 1/2 at +-0, 1 for large x, 0 where the true value is below half the smallest
// subnormal.
struct GeluErf {
    // scripts/fit_pieces.py gelu_erf_gradient 7 0.75: within 1.9e-8, and 8.1e-6 relative.
    static constexpr PieceTable<7> kTable = {
        0.75f,
        {
            {0x1p-1f, 0x1.95f1e8p-11f, -0x1.050e92p-3f, -0x1.e4e1e4p-5f, -0x1.876f5ap-7f, -0x1.437008p-10f,
             -0x1.1f6ea2p-14f, 0.0f},
            {-0x1.988454p-1f, -0x1.bb4638p-2f, 0x1.094082p-5f, 0x1.8e246cp-4f, 0x1.fc47acp-6f, 0x1.16bc84p-8f,
             0x1.31df76p-12f, 0.0f},
            {0x1.bea49ap-22f, 0x1.8d802ep-2f, 0x1.5c2566p-3f, -0x1.36cbe6p-5f, -0x1.104b38p-5f,
             -0x1.b3f99p-8f, -0x1.32655p-11f, 0.0f},
            {0x1.1055ecp-2f, 0x1.37903ap-6f, -0x1.27a512p-3f, -0x1.f773c2p-6f, 0x1.0a3c18p-6f, 0x1.8dec78p-8f,
             0x1.7c5632p-11f, 0.0f},
            {0x1.6e6de8p-14f, -0x1.d35b76p-4f, 0x1.be0f84p-7f, 0x1.2602a4p-5f, 0x1.51a3fcp-18f,
             -0x1.b93772p-9f, -0x1.42a55ep-11f, 0.0f},
            {-0x1.edfb7ep-5f, 0x1.dd65cap-7f, 0x1.dfe002p-6f, -0x1.5b23f8p-7f, -0x1.30ac3ap-8f,
             0x1.e437dap-11f, 0x1.81228p-12f, 0.0f},
            {0x1.4c656p-10f, 0x1.3626fap-6f, -0x1.4545d2p-7f, -0x1.7ab1fp-9f, 0x1.4614fp-9f, 0x1.4b93e8p-13f,
             -0x1.362526p-13f, 0.0f},
            {0x1.04b052p-7f, -0x1.217b68p-8f, -0x1.344de4p-9f, 0x1.500034p-9f, -0x1.7ff42cp-12f,
             -0x1.d4071cp-13f, 0x1.0918d6p-15f, 0.0f},
        }};
    static constexpr float kLimit = 0x1.db172cp+3f;  // a^2 / (2 ln 2) is 127 + 32

    template <class D, class V>
    static HWY_INLINE V Tail(D d, V a) {
        constexpr float kHalfOverLn2 = 0x1.715476p-1f;                       // 1 / (2 ln 2)
        const V e = Exp2OfProduct<32>(d, a, Mul(a, Set(d, -kHalfOverLn2)));  // 2^32 exp(-a^2 / 2)
        V q = MulAdd(Set(d, kTail[6]), a, Set(d, kTail[5]));
        for (int k = 4; k >= 0; --k) {
            q = MulAdd(q, a, Set(d, kTail[k]));
        }
        return Mul(e, q);
    }

 private:
    // The derivative at -a times exp(a^2 / 2), 4.8 <= a <= 14.9, within 2.5e-6 relative; fitted with the table.
    static constexpr float kTail[7] = {0x1.2b9536p-2f,  -0x1.fbdabp-2f,  0x1.270ea4p-6f, -0x1.048886p-9f,
                                       0x1.0fa1a8p-13f, -0x1.34b57p-18f, 0x1.26bda4p-24f};
};

using GeluGradV2 = ComplementaryGradient<GeluErf>;
