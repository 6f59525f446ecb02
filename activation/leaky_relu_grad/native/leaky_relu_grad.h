// dy where x > 0, dy * negative_slope where x <= 0; x may be the result of leaky_relu as well as its argument. Included
// by the native kernel's source once per instruction set, inside its namespace; the operations are those of
// simd/vector_math.h and simd/selection.h.
//
// One multiplication, as IEEE 754 has it: a slope of 0 times dy = inf is NaN. x = NaN is on neither piece and gives NaN.
struct LeakyReluGrad {
    static constexpr int kInputs = 2;
    float negative_slope;

    static LeakyReluGrad From(const float* attributes) { return {attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V sloped = IfAtMostThenElse(d, x, 0.0f, Set(d, negative_slope), x);
        return product(d, dy, IfGreaterThenElse(d, x, 0.0f, Set(d, 1.0f), sloped));
    }
};
