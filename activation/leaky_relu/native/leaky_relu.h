// x where x > 0, negative_slope * x elsewhere. Included by the native kernel's source once per instruction set, inside
// its namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// One multiplication, of any slope; +-0 are multiplied too. With a slope of 0, -inf gives the limit 0. NaN stays NaN.
struct LeakyRelu {
    static constexpr int kInputs = 1;
    float negative_slope;

    static LeakyRelu From(const float* attributes) { return {attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V x) const {
        const V sloped = product(d, FiniteBesideZero(d, negative_slope, x), Set(d, negative_slope));
        return IfGreaterThenElse(d, x, 0.0f, x, sloped);
    }
};
