// dy * y (1 - y), y the result of sigmoid. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// Three roundings at most, of which 1 - y takes none from 1/2 to 2: a relative error of 1.8e-7, and no intermediate
// result is subnormal where the end is not. NaN in either input gives NaN. y is any number: outside [0, 1] the parabola
// goes on, to -inf at +-inf.
struct SigmoidGrad {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V y, V dy) const {
        return product(d, product(d, dy, Sub(Set(d, 1.0f), y)), y);
    }
};
