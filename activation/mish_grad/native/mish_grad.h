// Mish's derivative, over vectors of float. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// With w = exp(x), s = 4 (1 + x) (1 + w) and r = 2 + 2 w + w^2 the derivative is
//     w (s + w (r + 2 w)) / r^2                which is used below 0, and
//     1 - (4 + w (8 + 6 w - s)) / r^2          above.
// Nothing cancels but at the derivative's own zeros, and the fraction above 0 is at most 0.4. From x = 20 on it is
// nothing beside 1, and w^4 still far from overflow.
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30 in magnitude,
// farther than 1e-2 from its zero. 0 and 1 at infinity.
struct MishGrad {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V one = Set(d, 1.0f), two = Set(d, 2.0f), four = Set(d, 4.0f);
        const V near = MinKeepNan(d, CopySign(ClampedMagnitude(d, x, 0x1p-126f, kVanishing), x), 20.0f);
        const V w = GradualExp2OfProduct(d, near, Set(d, kLog2OfE));
        const V s = Mul(MulAdd(near, four, four), Add(w, one));
        const V root = MulAdd(w, Add(w, two), two);
        const V below = Mul(w, MulAdd(w, MulAdd(w, two, root), s));
        const V above = MulAdd(w, Sub(MulAdd(w, Set(d, 6.0f), Set(d, 8.0f)), s), four);
        const V fraction = Div(IfNegativeThenElse(x, below, above), Mul(root, root));
        return product(d, dy, IfNegativeThenElse(x, fraction, Sub(one, fraction)));
    }
};
