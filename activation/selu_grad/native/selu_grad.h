// dy * scale where y >= 0, dy * (y + scale alpha) where y < 0, y the result of selu. Included by the native kernel's
// source once per instruction set, inside its namespace; the operations are those of simd/vector_math.h and
// simd/selection.h.
//
// y = +-0 takes the slope of positive numbers, scale. The derivative is within 1.3e-7, and within 1 unit in the last
// place near its zero, where selu saturates. y = NaN is on neither piece and gives NaN; the product with dy is that of
// IEEE 754.
struct SeluGrad {
    static constexpr int kInputs = 2;
    static constexpr double kScale = 1.0507009873554804934193349852946;
    static constexpr double kScaleAlpha = 1.7580993408473768599402175208123;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V y) const {
        constexpr float kHigh = static_cast<float>(kScaleAlpha);
        constexpr float kLow = static_cast<float>(kScaleAlpha - kHigh);
        const V bent = Add(Add(y, Set(d, kHigh)), Set(d, kLow));
        return product(d, dy, IfAtLeastThenElse(d, y, 0.0f, Set(d, static_cast<float>(kScale)), bent));
    }
};
