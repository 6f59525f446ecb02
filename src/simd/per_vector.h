// Functors that are written for one vector. Included once per target (see elementwise_kernel.cpp).
#if defined(ACLNN_SIMD_PER_VECTOR_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_PER_VECTOR_H_
#undef ACLNN_SIMD_PER_VECTOR_H_
#else
#define ACLNN_SIMD_PER_VECTOR_H_
#endif

#include <hwy/highway.h>

#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {

// The functor that elementwise_kernel.cpp wants, made of one whose operator() knows plain vectors only: of Pairs it gets
// one vector after the other. For functions with operations that Pairs do not have; those that have what they need are up
// to a tenth faster without (vector_math.h).
template <class Function>
struct PerVector {
    static constexpr int kInputs = Function::kInputs;
    Function function = {};

    static PerVector From(const float* attributes) requires requires { Function::From(attributes); }
    { return {Function::From(attributes)}; }

    template <class Product, class D, class... V>
    HWY_INLINE auto operator()(Product product, D d, V... inputs) const {
        return function(product, d, inputs...);
    }
    template <class Product, class D, class V, class... Vs>
    HWY_INLINE Pair<V> operator()(Product product, PairTag<D> d, Pair<V> first, Pair<Vs>... others) const {
        return {(*this)(product, d.half, first.a, others.a...),
                (*this)(product, d.half, first.b, others.b...)};
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
