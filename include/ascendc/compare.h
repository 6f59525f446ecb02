// Comparing: Compare (two tensors), Compares and CompareScalar (a tensor and a scalar), and the register
// CMPMASK.
//
// The result is one bit per element: element i is bit i % 8 of byte i / 8. The count form wants whole repeats
// of 256 bytes on most chips; elements beyond the last whole one are not compared there, and the mask of the
// high-dimensional forms has no effect (it has on Ascend310B).
#ifndef ACLNN_CPU_ASCENDC_COMPARE_H
#define ACLNN_CPU_ASCENDC_COMPARE_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

template <typename T, typename U>
inline void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    CMPMODE cmpMode, uint32_t count, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCompare, 3, site)
        .Set(0, dst)
        .Set(1, src0)
        .Set(2, src1)
        .Mode(cmpMode)
        .Count(count);
}

// The mask as a number or as bits: the same body for both.
#define ACLNN_CPU_COMPARE_REPEAT(MaskParameter)                                                            \
    template <typename T, typename U, bool isSetMask = true>                                               \
    inline void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
                        CMPMODE cmpMode, MaskParameter, const aclnn_internal::RepeatTimes repeatTime,      \
                        const BinaryRepeatParams& repeatParams, CallSite site = CallSite::Here()) {        \
        aclnn_internal::Vector(aclnn_internal::Opcode::kCompare, 3, site)                                  \
            .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)                             \
            .Set(1, src0, repeatParams.src0BlkStride, repeatParams.src0RepStride)                          \
            .Set(2, src1, repeatParams.src1BlkStride, repeatParams.src1RepStride)                          \
            .Mode(cmpMode)                                                                                 \
            .Parameters(repeatParams)                                                                      \
            .Repeat(isSetMask, mask, repeatTime);                                                          \
    }                                                                                                      \
    /* One repeat, into CMPMASK. */                                                                        \
    template <typename T, bool isSetMask = true>                                                           \
    inline void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,           \
                        MaskParameter, const BinaryRepeatParams& repeatParams,                             \
                        CallSite site = CallSite::Here()) {                                                \
        aclnn_internal::Vector(aclnn_internal::Opcode::kCompareRegister, 3, site)                          \
            .Register(0)                                                                                   \
            .Set(1, src0, repeatParams.src0BlkStride, repeatParams.src0RepStride)                          \
            .Set(2, src1, repeatParams.src1BlkStride, repeatParams.src1RepStride)                          \
            .Mode(cmpMode)                                                                                 \
            .Parameters(repeatParams)                                                                      \
            .Repeat(isSetMask, mask, 1);                                                                   \
    }
ACLNN_CPU_COMPARE_REPEAT(const uint64_t mask)
ACLNN_CPU_COMPARE_REPEAT(const uint64_t mask[])
#undef ACLNN_CPU_COMPARE_REPEAT

#define ACLNN_CPU_COMPARES_REPEAT(Name, MaskParameter)                                             \
    template <typename T, typename U, bool isSetMask = true>                                       \
    inline void Name(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar,    \
                     CMPMODE cmpMode, MaskParameter, const aclnn_internal::RepeatTimes repeatTime, \
                     const UnaryRepeatParams& repeatParams, CallSite site = CallSite::Here()) {    \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                           \
            .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)                     \
            .Set(1, src0, repeatParams.srcBlkStride, repeatParams.srcRepStride)                    \
            .Scalar(src1Scalar)                                                                    \
            .Mode(cmpMode)                                                                         \
            .Parameters(repeatParams)                                                              \
            .Repeat(isSetMask, mask, repeatTime);                                                  \
    }
#define ACLNN_CPU_COMPARES(Name)                                                                \
    template <typename T, typename U>                                                           \
    inline void Name(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar, \
                     CMPMODE cmpMode, uint32_t count, CallSite site = CallSite::Here()) {       \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                        \
            .Set(0, dst)                                                                        \
            .Set(1, src0)                                                                       \
            .Scalar(src1Scalar)                                                                 \
            .Mode(cmpMode)                                                                      \
            .Count(count);                                                                      \
    }                                                                                           \
    ACLNN_CPU_COMPARES_REPEAT(Name, const uint64_t mask)                                        \
    ACLNN_CPU_COMPARES_REPEAT(Name, const uint64_t mask[])
ACLNN_CPU_COMPARES(Compares)
ACLNN_CPU_COMPARES(CompareScalar)
#undef ACLNN_CPU_COMPARES
#undef ACLNN_CPU_COMPARES_REPEAT

// CMPMASK holds 128 bits: 16 bytes of the tensor, whose address need only be a multiple of 16.
template <typename T>
inline void GetCmpMask(const LocalTensor<T>& dst, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kGetCmpMask, 1, site).Set(0, dst).Whole();
}
template <typename T>
inline void SetCmpMask(const LocalTensor<T>& src, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kSetCmpMask, 2, site).Register(0).Set(1, src).Whole();
}

}  // namespace AscendC

#endif
