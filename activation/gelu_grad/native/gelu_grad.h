// The derivative of GELU's tanh form times the incoming gradient, over vectors of float. Included by the
// native kernel's source once per instruction set, inside its namespace; the operations are those of
// simd/vector_math.h.
//
//   a = |x|    u = k1 a + k3 a^3    e = exp(-u)    t = 1/(1+e)
//   derivative at -a:  e t (1 - a (k1 + 3 k3 a^2) t)          derivative at a:  one minus that
//
// e and t are never differences of rounded numbers, so the negative tail keeps its relative accuracy. e
// carries a factor 2^32 to the end: where only the result is subnormal, nothing before it is, so underflow is
// gradual and costs little.
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in
// magnitude, farther than 1e-2 from its zero. Exactly 1/2 at +-0, 1 for large x, 0 where the true value is
// below half the smallest subnormal.
struct GeluGrad {
    static constexpr int kInputs = 2;

    template <class D, class V>
    HWY_INLINE V operator()(D d, V dy, V x) const {
        constexpr float kK1 = 0x1.988454p+0f;       // 2 sqrt(2/pi)
        constexpr float kThreeK3 = 0x1.b6676cp-3f;  // 3 * 0.044715 k1
        constexpr float kC1 = 0x1.26aec2p+1f;       // k1 / ln 2
        constexpr float kC3 = 0x1.a5a7d0p-4f;       // k3 / ln 2
        constexpr int kShift = 32;
        constexpr float kUnshift = 0x1p-32f;
        constexpr float kLimit =
            0x1.5d48e4p+3f;  // u / ln 2 is 127 + kShift: the exponential is 0, the derivative 0 or 1

        // Below kNegligible the derivative is 1/2; the square of a smaller number would be subnormal, and
        // those are slow.
        constexpr float kNegligible = 0x1p-50f;

        const V a = MinKeepNan(d, MaxKeepNan(d, Abs(x), kNegligible), kLimit);
        const V a2 = Mul(a, a);
        const V e = Exp2OfProduct<kShift>(d, a, MulAdd(a2, Set(d, -kC3), Set(d, -kC1)));
        const V t = Div(Set(d, 1.0f), MulAdd(e, Set(d, kUnshift), Set(d, 1.0f)));
        const V et = Mul(e, t);
        const V slope = Mul(a, MulAdd(a2, Set(d, -kThreeK3), Set(d, -kK1)));
        const V lower = MulAdd(Mul(slope, t), et, et);
        const V below = Mul(lower, Set(d, kUnshift));
        const V above = MulAdd(lower, Set(d, -kUnshift), Set(d, 1.0f));
        return Mul(dy, IfNegativeThenElse(x, below, above));
    }
};
