// The building blocks of simd/exponential.h as a functor, for exponential_test.cpp: the attribute chooses.
struct OneOfTheExponentials {
    static constexpr int kInputs = 1;
    float which;

    static OneOfTheExponentials From(const float* attributes) { return {attributes[0]}; }

    template <class Product, class D, class V>
    HWY_INLINE V operator()(Product /*product*/, D d, V x) const {
        return which == 0 ? Exp(d, x) : which == 1 ? Expm1(d, x) : Log1pOfFraction(d, x);
    }
};

using Exponentials = PerVector<OneOfTheExponentials>;
