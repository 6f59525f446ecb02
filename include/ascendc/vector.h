// The vector instructions: functions generated from the table, one set per row.
//
// Each comes in the count form (`count` contiguous elements) and in two mask/repeat/stride forms (a number or
// bits). With isSetMask false the mask is what SetVectorMask left.
#ifndef ACLNN_CPU_ASCENDC_VECTOR_H
#define ACLNN_CPU_ASCENDC_VECTOR_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

// The generators of functions. `Templates` is the template parameter list in parentheses, `Source` the type
// of the sources. The high-dimensional forms take the mask as a number or as bits: the same body for both.
#define ACLNN_CPU_UNPACK(...) __VA_ARGS__
#define ACLNN_CPU_ONE_TYPE (typename T, bool isSetMask = true), T
#define ACLNN_CPU_TWO_TYPES (typename T, typename U, bool isSetMask = true), U

#define ACLNN_CPU_UNARY_REPEAT(Name, MaskParameter)                                                 \
    template <typename T, bool isSetMask = true>                                                    \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, MaskParameter,           \
                     const aclnn_internal::RepeatTimes repeatTime, const UnaryRepeatParams& params, \
                     CallSite site = CallSite::Here()) {                                            \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                            \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                  \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                                  \
            .Parameters(params)                                                                     \
            .Repeat(isSetMask, mask, repeatTime);                                                   \
    }
#define ACLNN_CPU_UNARY(Name, ...)                                                               \
    template <typename T, bool isSetMask = true>                                                 \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t& count, \
                     CallSite site = CallSite::Here()) {                                         \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst)                                                                         \
            .Set(1, src)                                                                         \
            .Count(uint32_t(count));                                                             \
    }                                                                                            \
    ACLNN_CPU_UNARY_REPEAT(Name, uint64_t mask)                                                  \
    ACLNN_CPU_UNARY_REPEAT(Name, uint64_t mask[])

#define ACLNN_CPU_BINARY_REPEAT(Name, Templates, Source, MaskParameter)                              \
    template <ACLNN_CPU_UNPACK Templates>                                                            \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<Source>& src0,                     \
                     const LocalTensor<Source>& src1, MaskParameter,                                 \
                     const aclnn_internal::RepeatTimes repeatTime, const BinaryRepeatParams& params, \
                     CallSite site = CallSite::Here()) {                                             \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 3, site)                             \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                   \
            .Set(1, src0, params.src0BlkStride, params.src0RepStride)                                \
            .Set(2, src1, params.src1BlkStride, params.src1RepStride)                                \
            .Parameters(params)                                                                      \
            .Repeat(isSetMask, mask, repeatTime);                                                    \
    }
#define ACLNN_CPU_BINARY_FORMS(Name, Templates, Source)                          \
    template <ACLNN_CPU_UNPACK Templates>                                        \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<Source>& src0, \
                     const LocalTensor<Source>& src1, const int32_t& count,      \
                     CallSite site = CallSite::Here()) {                         \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 3, site)         \
            .Set(0, dst)                                                         \
            .Set(1, src0)                                                        \
            .Set(2, src1)                                                        \
            .Count(uint32_t(count));                                             \
    }                                                                            \
    ACLNN_CPU_BINARY_REPEAT(Name, Templates, Source, uint64_t mask)              \
    ACLNN_CPU_BINARY_REPEAT(Name, Templates, Source, const uint64_t mask[])
#define ACLNN_CPU_BINARY_EXPANDED(Name, ...) ACLNN_CPU_BINARY_FORMS(Name, __VA_ARGS__)
#define ACLNN_CPU_BINARY(Name, ...) ACLNN_CPU_BINARY_EXPANDED(Name, ACLNN_CPU_ONE_TYPE)
#define ACLNN_CPU_BINARY_2(Name, ...) ACLNN_CPU_BINARY_EXPANDED(Name, ACLNN_CPU_TWO_TYPES)

#define ACLNN_CPU_SCALAR_REPEAT(Name, Templates, Source, MaskParameter)                                    \
    template <ACLNN_CPU_UNPACK Templates>                                                                  \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<Source>& src, const Source& scalarValue, \
                     MaskParameter, const aclnn_internal::RepeatTimes repeatTime,                          \
                     const UnaryRepeatParams& params, CallSite site = CallSite::Here()) {                  \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                                   \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                         \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                                         \
            .Scalar(scalarValue)                                                                           \
            .Parameters(params)                                                                            \
            .Repeat(isSetMask, mask, repeatTime);                                                          \
    }
#define ACLNN_CPU_SCALAR_FORMS(Name, Templates, Source)                                                    \
    template <ACLNN_CPU_UNPACK Templates>                                                                  \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<Source>& src, const Source& scalarValue, \
                     const int32_t& count, CallSite site = CallSite::Here()) {                             \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                                   \
            .Set(0, dst)                                                                                   \
            .Set(1, src)                                                                                   \
            .Scalar(scalarValue)                                                                           \
            .CountOrState(isSetMask, uint32_t(count));                                                     \
    }                                                                                                      \
    ACLNN_CPU_SCALAR_REPEAT(Name, Templates, Source, uint64_t mask)                                        \
    ACLNN_CPU_SCALAR_REPEAT(Name, Templates, Source, const uint64_t mask[])
#define ACLNN_CPU_SCALAR_EXPANDED(Name, ...) ACLNN_CPU_SCALAR_FORMS(Name, __VA_ARGS__)
#define ACLNN_CPU_SCALAR(Name, ...) ACLNN_CPU_SCALAR_EXPANDED(Name, ACLNN_CPU_ONE_TYPE)
#define ACLNN_CPU_SCALAR_2(Name, ...) ACLNN_CPU_SCALAR_EXPANDED(Name, ACLNN_CPU_TWO_TYPES)

ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_UNARY, ACLNN_CPU_BINARY, ACLNN_CPU_SCALAR)
ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ACLNN_CPU_BINARY_2, ACLNN_CPU_SCALAR_2)
// dst = relu(src0 + src1), relu(src0 - src1), src0 * src1, cast to the type of dst.
ACLNN_CPU_BINARY_2(AddReluCast)
ACLNN_CPU_BINARY_2(SubReluCast)
ACLNN_CPU_BINARY_2(MulCast)
// dst = relu((src0 + src1) * scale), with the scale of SetDeqScale.
ACLNN_CPU_BINARY_2(AddDeqRelu)

#undef ACLNN_CPU_UNARY
#undef ACLNN_CPU_UNARY_REPEAT
#undef ACLNN_CPU_BINARY
#undef ACLNN_CPU_BINARY_2
#undef ACLNN_CPU_BINARY_EXPANDED
#undef ACLNN_CPU_BINARY_FORMS
#undef ACLNN_CPU_BINARY_REPEAT
#undef ACLNN_CPU_SCALAR
#undef ACLNN_CPU_SCALAR_2
#undef ACLNN_CPU_SCALAR_EXPANDED
#undef ACLNN_CPU_SCALAR_FORMS
#undef ACLNN_CPU_SCALAR_REPEAT
#undef ACLNN_CPU_ONE_TYPE
#undef ACLNN_CPU_TWO_TYPES
#undef ACLNN_CPU_UNPACK

// With roundEn the last bit that a signed number loses is added to it.
#define ACLNN_CPU_SHIFT_RIGHT(MaskParameter)                                                           \
    template <typename T, bool isSetMask = true>                                                       \
    inline void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, \
                           MaskParameter, const aclnn_internal::RepeatTimes repeatTime,                \
                           const UnaryRepeatParams& params, bool roundEn,                              \
                           CallSite site = CallSite::Here()) {                                         \
        using aclnn_internal::Opcode;                                                                  \
        aclnn_internal::Vector(roundEn ? Opcode::kShiftRightRound : Opcode::kShiftRight, 2, site)      \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                     \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                                     \
            .Scalar(scalarValue)                                                                       \
            .Parameters(params)                                                                        \
            .Repeat(isSetMask, mask, repeatTime);                                                      \
    }
ACLNN_CPU_SHIFT_RIGHT(uint64_t mask)
ACLNN_CPU_SHIFT_RIGHT(const uint64_t mask[])
#undef ACLNN_CPU_SHIFT_RIGHT

// Mask and count refer to the wider of the two types; strides are each operand's own.
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint32_t count, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst)
        .Set(1, src)
        .Mode(roundMode)
        .Count(count);
}
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint64_t mask, const aclnn_internal::RepeatTimes repeatTime,
                 const UnaryRepeatParams& params, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst, params.dstBlkStride, params.dstRepStride)
        .Set(1, src, params.srcBlkStride, params.srcRepStride)
        .Mode(roundMode)
        .Parameters(params)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint64_t mask[], const aclnn_internal::RepeatTimes repeatTime,
                 const UnaryRepeatParams& params, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst, params.dstBlkStride, params.dstRepStride)
        .Set(1, src, params.srcBlkStride, params.srcRepStride)
        .Mode(roundMode)
        .Parameters(params)
        .Repeat(isSetMask, mask, repeatTime);
}

// The factor of conversions from int32_t to half: Cast, CastDequant and AddDeqRelu read it.
inline void SetDeqScale(half scale) { aclnn_cpu::aicore::SetDeqScale(float(scale)); }

// dst = src * scale. isVecDeq and halfBlock have no meaning for int32_t.
#define ACLNN_CPU_CAST_DEQUANT_REPEAT(Name, MaskParameter)                                                \
    template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true> \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, MaskParameter,                 \
                     const aclnn_internal::RepeatTimes repeatTime, const UnaryRepeatParams& params,       \
                     CallSite site = CallSite::Here()) {                                                  \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                                  \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                        \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                                        \
            .Parameters(params)                                                                           \
            .Repeat(isSetMask, mask, repeatTime);                                                         \
    }
#define ACLNN_CPU_CAST_DEQUANT(Name)                                                             \
    template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>               \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, const uint32_t count, \
                     CallSite site = CallSite::Here()) {                                         \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst)                                                                         \
            .Set(1, src)                                                                         \
            .Count(count);                                                                       \
    }                                                                                            \
    ACLNN_CPU_CAST_DEQUANT_REPEAT(Name, const uint64_t mask)                                     \
    ACLNN_CPU_CAST_DEQUANT_REPEAT(Name, const uint64_t mask[])
ACLNN_CPU_CAST_DEQUANT(CastDequant)
ACLNN_CPU_CAST_DEQUANT(CastDeq)
#undef ACLNN_CPU_CAST_DEQUANT
#undef ACLNN_CPU_CAST_DEQUANT_REPEAT

template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, const int32_t& count,
                      CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst)
        .Scalar(scalarValue)
        .Count(uint32_t(count));
}
template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask,
                      const aclnn_internal::RepeatTimes repeatTime,
                      const aclnn_internal::Given16 dstBlockStride,
                      const aclnn_internal::Given8 dstRepeatStride, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst, dstBlockStride, dstRepeatStride)
        .Scalar(scalarValue)
        .Parameters(aclnn_internal::Named("dstBlockStride", dstBlockStride))
        .Parameters(aclnn_internal::Between("dstRepeatStride", dstRepeatStride))
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask[],
                      const aclnn_internal::RepeatTimes repeatTime,
                      const aclnn_internal::Given16 dstBlockStride,
                      const aclnn_internal::Given8 dstRepeatStride, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst, dstBlockStride, dstRepeatStride)
        .Scalar(scalarValue)
        .Parameters(aclnn_internal::Named("dstBlockStride", dstBlockStride))
        .Parameters(aclnn_internal::Between("dstRepeatStride", dstRepeatStride))
        .Repeat(isSetMask, mask, repeatTime);
}

}  // namespace AscendC

#endif
