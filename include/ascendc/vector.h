// The vector instructions: functions generated from the table, one set per row.
//
// Each comes in the count form (`count` contiguous elements) and in two mask/repeat/stride forms (a number or
// bits). With isSetMask false the mask is what SetVectorMask left.
#ifndef ACLNN_CPU_ASCENDC_VECTOR_H
#define ACLNN_CPU_ASCENDC_VECTOR_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

// The high-dimensional forms take the mask as a number or as bits: the same body for both.
#define ACLNN_CPU_UNARY_REPEAT(Name, MaskParameter)                                       \
    template <typename T, bool isSetMask = true>                                          \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, MaskParameter, \
                     const uint8_t repeatTime, const UnaryRepeatParams& params,           \
                     CallSite site = CallSite::Here()) {                                  \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                  \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                        \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                        \
            .Repeat(isSetMask, mask, repeatTime);                                         \
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

#define ACLNN_CPU_BINARY_REPEAT(Name, MaskParameter)                                                    \
    template <typename T, bool isSetMask = true>                                                        \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
                     MaskParameter, const uint8_t repeatTime, const BinaryRepeatParams& params,         \
                     CallSite site = CallSite::Here()) {                                                \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 3, site)                                \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                      \
            .Set(1, src0, params.src0BlkStride, params.src0RepStride)                                   \
            .Set(2, src1, params.src1BlkStride, params.src1RepStride)                                   \
            .Repeat(isSetMask, mask, repeatTime);                                                       \
    }
#define ACLNN_CPU_BINARY(Name, ...)                                                                     \
    template <typename T, bool isSetMask = true>                                                        \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
                     const int32_t& count, CallSite site = CallSite::Here()) {                          \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 3, site)                                \
            .Set(0, dst)                                                                                \
            .Set(1, src0)                                                                               \
            .Set(2, src1)                                                                               \
            .Count(uint32_t(count));                                                                    \
    }                                                                                                   \
    ACLNN_CPU_BINARY_REPEAT(Name, uint64_t mask)                                                        \
    ACLNN_CPU_BINARY_REPEAT(Name, uint64_t mask[])

#define ACLNN_CPU_SCALAR_REPEAT(Name, MaskParameter)                                             \
    template <typename T, bool isSetMask = true>                                                 \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, \
                     MaskParameter, const uint8_t repeatTime, const UnaryRepeatParams& params,   \
                     CallSite site = CallSite::Here()) {                                         \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                               \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                               \
            .Scalar(scalarValue)                                                                 \
            .Repeat(isSetMask, mask, repeatTime);                                                \
    }
#define ACLNN_CPU_SCALAR(Name, ...)                                                              \
    template <typename T, bool isSetMask = true>                                                 \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, \
                     const int32_t& count, CallSite site = CallSite::Here()) {                   \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst)                                                                         \
            .Set(1, src)                                                                         \
            .Scalar(scalarValue)                                                                 \
            .Count(uint32_t(count));                                                             \
    }                                                                                            \
    ACLNN_CPU_SCALAR_REPEAT(Name, uint64_t mask)                                                 \
    ACLNN_CPU_SCALAR_REPEAT(Name, uint64_t mask[])

ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_UNARY, ACLNN_CPU_BINARY, ACLNN_CPU_SCALAR)

#undef ACLNN_CPU_UNARY
#undef ACLNN_CPU_UNARY_REPEAT
#undef ACLNN_CPU_BINARY
#undef ACLNN_CPU_BINARY_REPEAT
#undef ACLNN_CPU_SCALAR
#undef ACLNN_CPU_SCALAR_REPEAT

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
                 const uint64_t mask, const uint8_t repeatTime, const UnaryRepeatParams& params,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst, params.dstBlkStride, params.dstRepStride)
        .Set(1, src, params.srcBlkStride, params.srcRepStride)
        .Mode(roundMode)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint64_t mask[], const uint8_t repeatTime, const UnaryRepeatParams& params,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst, params.dstBlkStride, params.dstRepStride)
        .Set(1, src, params.srcBlkStride, params.srcRepStride)
        .Mode(roundMode)
        .Repeat(isSetMask, mask, repeatTime);
}

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
                      const uint8_t repeatTime, const uint16_t dstBlockStride, const uint8_t dstRepeatStride,
                      CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst, dstBlockStride, dstRepeatStride)
        .Scalar(scalarValue)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask[],
                      const uint8_t repeatTime, const uint16_t dstBlockStride, const uint8_t dstRepeatStride,
                      CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst, dstBlockStride, dstRepeatStride)
        .Scalar(scalarValue)
        .Repeat(isSetMask, mask, repeatTime);
}

}  // namespace AscendC

#endif
