// The logistic function, over vectors of float. Included by the native kernel's source once per instruction set, inside
// its namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// Accuracy: 2.4e-7 absolute for every float; 2^-16 relative where the result exceeds 1e-30. 1/2 at +-0, 0 and 1 at
// infinity.
struct SigmoidFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        return Logistic(d, ExpOfNegated(d, Abs(x)), x);
    }
};

using Sigmoid = PerVector<SigmoidFunction>;
