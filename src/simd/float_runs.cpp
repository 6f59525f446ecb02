// The vectorised conversions between float, half and bfloat16, compiled once per instruction set.
#include "simd/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/float_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

#include "simd/convert_runs.h"
#include "simd/targets.h"
#include "simd/vector_io.h"

HWY_BEFORE_NAMESPACE();
namespace aclnn_cpu::simd {
namespace HWY_NAMESPACE {

// The loads of BFloat16Io leave a signalling NaN as it is; a conversion makes it quiet.
template <class D, class V>
HWY_INLINE V Quiet(D d, V v) {
    const hn::RebindToUnsigned<D> du;
    const V quiet = hn::BitCast(d, hn::Or(hn::BitCast(du, v), hn::Set(du, 0x400000u)));
    return hn::IfThenElse(hn::IsNaN(v), quiet, v);
}

template <class From, class To>
void ConvertFloats(const void* from, void* to, int64_t count) {
    const hn::ScalableTag<float> d;
    const size_t lanes = hn::Lanes(d);
    const auto* source = static_cast<const typename From::Element*>(from);
    auto* target = static_cast<typename To::Element*>(to);
    size_t left = static_cast<size_t>(count);
    for (; left >= lanes; left -= lanes, source += lanes, target += lanes) {
        To::Store(d, Quiet(d, From::Load(d, source)), target);
    }
    if (left != 0) {
        HWY_ALIGN typename From::Element padded_source[hn::MaxLanes(d)] = {};
        HWY_ALIGN typename To::Element padded_target[hn::MaxLanes(d)];
        std::memcpy(padded_source, source, left * sizeof(typename From::Element));
        To::Store(d, Quiet(d, From::Load(d, padded_source)), padded_target);
        std::memcpy(target, padded_target, left * sizeof(typename To::Element));
    }
}

constexpr FloatRuns kFloatRuns = {
    ConvertFloats<HalfIo, FloatIo>,     ConvertFloats<FloatIo, HalfIo>,    ConvertFloats<BFloat16Io, FloatIo>,
    ConvertFloats<FloatIo, BFloat16Io>, ConvertFloats<HalfIo, BFloat16Io>, ConvertFloats<BFloat16Io, HalfIo>,
};

}  // namespace HWY_NAMESPACE
}  // namespace aclnn_cpu::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace aclnn_cpu::simd {

const FloatRuns& FloatRunsOf(base::SimdTarget target) {
    static constexpr const FloatRuns* kTable[kTargetCount] = ACLNN_SIMD_TARGET_TABLE(kFloatRuns);
    return *kTable[TargetRow(target)];
}

}  // namespace aclnn_cpu::simd
#endif
