// dy * scale where x > 0, and where x <= 0
//   dy * input_scale (x + alpha scale)                  if x is a result of elu,
//   dy * input_scale alpha scale exp(input_scale x)     if it is an argument.
// Included by the native kernel's source once per instruction set, inside its namespace; the operations are those of
// simd/exponential.h and simd/selection.h.
//
// alpha and input_scale are finite, of any sign, the magnitude of their product with scale 0 or between 1e-37 and 1e37;
// beyond, the result is finite but less accurate. +-0 are on the lower piece. Accuracy of the derivative: 2.4e-7 times the
// larger of 1 and its largest magnitude; relative 2^-16 above 1e-30, of a result 3 units in the last place also where
// elu saturates. Of an argument, -inf gives the limit; x = NaN is on neither piece and gives NaN; the product with dy is
// that of IEEE 754.
struct EluGradV2Function {
    static constexpr int kInputs = 2;
    float scale, input_scale;
    float high, low;       // alpha scale, exactly
    float steepness;       // input_scale alpha scale
    float exponent_scale;  // input_scale, or 0 where the steepness is: nothing overflows before
    bool is_result;

    static EluGradV2Function From(const float* attributes) {
        const double product = static_cast<double>(attributes[0]) * static_cast<double>(attributes[1]);
        const float high = Finite(product);
        const bool fits = std::fabs(product) <= double{FLT_MAX};
        const float steepness = Finite(product * static_cast<double>(attributes[2]));
        return {attributes[1],
                attributes[2],
                high,
                fits ? static_cast<float>(product - static_cast<double>(high)) : 0.0f,
                steepness,
                steepness == 0 ? 0 : attributes[2],
                attributes[3] != 0};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V bent = is_result ? OfResult(d, x) : OfArgument(d, x);
        return product(d, dy, IfGreaterThenElse(d, x, 0.0f, Set(d, scale), bent));
    }

 private:
    template <class D, class V>
    HWY_INLINE V OfResult(D d, V y) const {
        return Mul(Add(Add(y, Set(d, high)), Set(d, low)), Set(d, input_scale));
    }
    template <class D, class V>
    HWY_INLINE V OfArgument(D d, V x) const {
        const V near = FiniteBesideZero(d, exponent_scale, x);
        return ScaledExp(d, ProductOf(d, near, Set(d, exponent_scale), Set(d, -0.0f)), Set(d, steepness));
    }
};

using EluGradV2 = PerVector<EluGradV2Function>;
