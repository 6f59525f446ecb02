// The derivative of the logarithm of the logistic function, 1 / (1 + exp(x)), over vectors of float. Included by the
// native kernel's source once per instruction set, inside its namespace; the operations are those of simd/exponential.h
// and simd/vector_math.h.
//
// Accuracy of the derivative: 2.4e-7 absolute for every float; 2^-16 relative where it exceeds 1e-30. 1/2 at +-0, 1 and
// 0 at minus and plus infinity.
struct LogSigmoidDerivative {
    static constexpr int kInputs = 2;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        return product(d, dy, Logistic(d, ExpOfNegated(d, Abs(x)), hn::Neg(x)));
    }
};

using LogSigmoidGrad = PerVector<LogSigmoidDerivative>;
