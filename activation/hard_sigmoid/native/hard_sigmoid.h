// alpha x + beta, cut off below 0 and above 1. Included by the native kernel's source once per instruction set, inside
// its namespace; the operations are those of simd/vector_math.h and simd/selection.h.
//
// Rounded once where there is a fused multiply-add. NaN stays NaN; +-inf give the limits, beta where alpha is 0.
struct HardSigmoid {
    static constexpr int kInputs = 1;
    float alpha, beta;

    static HardSigmoid From(const float* attributes) { return {attributes[0], attributes[1]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        const V line = MulAdd(FiniteBesideZero(d, alpha, x), Set(d, alpha), Set(d, beta));
        const V zero = Set(d, 0.0f), one = Set(d, 1.0f);
        return IfAtMostThenElse(d, line, 0.0f, zero, IfGreaterThenElse(d, line, 1.0f, one, line));
    }
};
