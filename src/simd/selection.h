// Choosing between two results by a comparison, for a vector V or a Pair of them. Included once per target (see
// elementwise_kernel.cpp).
//
//   IfGreaterThenElse(d, x, limit, yes, no)   `yes` where x > limit, `no` elsewhere
//   IfLessThenElse, IfAtLeastThenElse, IfAtMostThenElse   the same for <, >=, <=
//   IfNanThenElse(d, x, yes, no)
//   FiniteBesideZero(d, factor, x)   x for a multiplication by `factor` that is to give 0 when that is 0
// A comparison with NaN, on either side, is false: `no`. Both zeros are equal. `yes` and `no` keep their bits.
#if defined(ACLNN_SIMD_SELECTION_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ACLNN_SIMD_SELECTION_H_
#undef ACLNN_SIMD_SELECTION_H_
#else
#define ACLNN_SIMD_SELECTION_H_
#endif

#include <limits>

#include <hwy/highway.h>

#include "simd/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct Greater {
    template <class V>
    HWY_INLINE auto operator()(V x, V limit) const {
        return hn::Gt(x, limit);
    }
};
struct Less {
    template <class V>
    HWY_INLINE auto operator()(V x, V limit) const {
        return hn::Lt(x, limit);
    }
};
struct AtLeast {
    template <class V>
    HWY_INLINE auto operator()(V x, V limit) const {
        return hn::Ge(x, limit);
    }
};
struct AtMost {
    template <class V>
    HWY_INLINE auto operator()(V x, V limit) const {
        return hn::Le(x, limit);
    }
};

template <class Relation, class D, class V>
HWY_INLINE V IfRelatedThenElse(D d, V x, float limit, V yes, V no) {
    return hn::IfThenElse(Relation()(x, Set(d, limit)), yes, no);
}
template <class Relation, class D, class V>
HWY_INLINE Pair<V> IfRelatedThenElse(PairTag<D> d, Pair<V> x, float limit, Pair<V> yes, Pair<V> no) {
    return {IfRelatedThenElse<Relation>(d.half, x.a, limit, yes.a, no.a),
            IfRelatedThenElse<Relation>(d.half, x.b, limit, yes.b, no.b)};
}

template <class D, class V>
HWY_INLINE V IfGreaterThenElse(D d, V x, float limit, V yes, V no) {
    return IfRelatedThenElse<Greater>(d, x, limit, yes, no);
}
template <class D, class V>
HWY_INLINE V IfLessThenElse(D d, V x, float limit, V yes, V no) {
    return IfRelatedThenElse<Less>(d, x, limit, yes, no);
}
template <class D, class V>
HWY_INLINE V IfAtLeastThenElse(D d, V x, float limit, V yes, V no) {
    return IfRelatedThenElse<AtLeast>(d, x, limit, yes, no);
}
template <class D, class V>
HWY_INLINE V IfAtMostThenElse(D d, V x, float limit, V yes, V no) {
    return IfRelatedThenElse<AtMost>(d, x, limit, yes, no);
}

template <class D, class V>
HWY_INLINE V IfNanThenElse(D /*d*/, V x, V yes, V no) {
    return hn::IfThenElse(hn::IsNaN(x), yes, no);
}
template <class D, class V>
HWY_INLINE Pair<V> IfNanThenElse(PairTag<D> d, Pair<V> x, Pair<V> yes, Pair<V> no) {
    return {IfNanThenElse(d.half, x.a, yes.a, no.a), IfNanThenElse(d.half, x.b, yes.b, no.b)};
}

// Where `factor` is 0 the largest finite numbers stand for the infinities: the product then is its limit, 0.
template <class D, class V>
HWY_INLINE V FiniteBesideZero(D d, float factor, V x) {
    constexpr float kMost = std::numeric_limits<float>::max();
    const float most = factor == 0 ? kMost : std::numeric_limits<float>::infinity();
    const V below = IfGreaterThenElse(d, x, most, Set(d, most), x);
    return IfLessThenElse(d, below, -most, Set(d, -most), below);
}

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();
#endif
