// The logarithm of the logistic function, over vectors of float. Included by the native kernel's source once per
// instruction set, inside its namespace; the operations are those of simd/exponential.h and simd/vector_math.h.
//
// It is min(x, 0) - log(1 + exp(-|x|)).
//
// Accuracy: 2.4e-7 absolute where the result is at most 1, in proportion beyond; 2^-16 relative where it exceeds 1e-30
// in magnitude. x itself for very negative x, 0 at infinity.
struct LogSigmoidFunction {
    static constexpr int kInputs = 1;

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        const V logarithm = Log1pOfFraction(d, ExpOfNegated(d, Abs(x)));
        return Sub(IfNegativeThenElse(x, x, hn::Zero(d)), logarithm);
    }
};

using LogSigmoid = PerVector<LogSigmoidFunction>;
