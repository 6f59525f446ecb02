// dy * alpha where 0 < alpha x + beta < 1, 0 elsewhere: the derivative of hard_sigmoid. Included by the native kernel's
// source once per instruction set, inside its namespace; the operations are those of simd/vector_math.h and
// simd/selection.h.
//
// Both inequalities are strict and hold for exact arithmetic: with alpha = 1.0f / 6.0f and beta = 0.5f for -3 < x < 3,
// the neighbours of +-3 included. "Otherwise 0" takes in NaN and the infinities of x, whatever dy is, NaN too. Inside,
// one multiplication: dy = NaN or inf comes through. A NaN among the attributes gives 0.
struct HardSigmoidGrad {
    static constexpr int kInputs = 2;
    float alpha, low, high;  // low < x < high

    static HardSigmoidGrad From(const float* attributes) {
        const float alpha = attributes[0], beta = attributes[1];
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        if (alpha == 0) {
            const float everywhere = beta > 0 && beta < 1 ? kInfinity : -kInfinity;
            return {alpha, -everywhere, everywhere};
        }
        const double at_zero = 0.0 - beta, at_one = 1.0 - beta;  // alpha x there
        return {alpha, LargestAtOrBelow(alpha, alpha > 0 ? at_zero : at_one),
                -LargestAtOrBelow(-alpha, alpha > 0 ? at_one : at_zero)};
    }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product product, D d, V dy, V x) const {
        const V zero = Set(d, 0.0f);
        const V inside = IfLessThenElse(d, x, high, product(d, dy, Set(d, alpha)), zero);
        return IfGreaterThenElse(d, x, low, inside, zero);
    }

 private:
    // The largest float at or below value / factor. A double holds factor times a float exactly.
    static float LargestAtOrBelow(float factor, double value) {
        const float nearest = static_cast<float>(value / factor);
        const double product = static_cast<double>(factor) * nearest;
        const bool above = factor > 0 ? product > value : product < value;
        return above ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
    }
};
