// Mish's derivative, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// With e = exp(-|x|) and a = |x| the derivative below 0 is
//     e (4 (1 - a) + (6 - 4 a) e + 4 e^2 + e^3) / (2 + 2 e + e^2)^2
// and above
//     1 - e^2 (2 - 4 a + 4 (1 - a) e + 4 e^2) / (1 + 2 e + 2 e^2)^2
// Nothing cancels but at the derivative's own zeros, and the fraction above 0 is at most 0.4.
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in magnitude,
// farther than 1e-2 from its zero. 0 and 1 at infinity.
struct MishDerivative {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V one = Set(d, 1.0f), two = Set(d, 2.0f), four = Set(d, 4.0f), minus_four = Set(d, -4.0f);
        const V a = ClampedMagnitude(d, x, 0x1p-126f, kVanishing);
        const V e = ExpOfNegated(d, a);
        const V square = Mul(e, e);
        const V four_less = MulAdd(a, minus_four, four);  // 4 (1 - a)

        const V inner = MulAdd(a, minus_four, Set(d, 6.0f));
        const V below = Mul(e, MulAdd(e, MulAdd(e, Add(e, four), inner), four_less));
        const V above = Mul(square, MulAdd(e, MulAdd(e, four, four_less), Sub(four_less, two)));
        const V root =
            IfNegativeThenElse(x, MulAdd(e, two, Add(square, two)), MulAdd(e, two, MulAdd(square, two, one)));
        const V fraction = Div(IfNegativeThenElse(x, below, above), Mul(root, root));
        return product(d, dy, IfNegativeThenElse(x, fraction, Sub(one, fraction)));
    }
};

using MishGrad = PerVector<MishDerivative>;
