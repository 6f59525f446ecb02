// dy * y (1 - y), y the result of sigmoid. Included by the native kernel's source once per instruction set, inside its
// namespace; the operations are those of simd/vector_math.h.
//
// Three roundings at most, of which 1 - y takes none from 1/2 to 2: a relative error of 1.8e-7. The derivative is y itself
// where y is tiny: nothing is lost to subnormal numbers on the way. NaN in either input gives NaN; the product with dy is
// that of IEEE 754. y is any number: outside [0, 1] the parabola goes on, to -inf at +-inf.
struct SigmoidGrad {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V y, V dy) const {
        return product(d, dy, product(d, y, Sub(Set(d, 1.0f), y)));
    }
};
