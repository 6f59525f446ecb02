// Select(dst, selMask, src0, src1, mode, ...): where the element's bit of selMask is 1 the element of src0,
// else that of src1, a tensor or (with VSEL_TENSOR_SCALAR_MODE) a scalar.
//
// VSEL_CMPMASK_SPR takes the first 256 / sizeof(T) bits of selMask for every repeat, the other modes one bit
// per element. Those two modes write up to 128 bytes of scratch on Ascend910B and its kin, 8 KiB below the
// end of UB: a buffer that reaches there is spoilt, as on the chip.
#ifndef ACLNN_CPU_ASCENDC_SELECT_H
#define ACLNN_CPU_ASCENDC_SELECT_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

template <typename T, typename U>
inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                   const LocalTensor<T>& src1, SELMODE selMode, uint32_t count,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kSelect, 4, site)
        .Set(0, dst)
        .Set(1, selMask)
        .Set(2, src0)
        .Set(3, src1)
        .Mode(selMode)
        .Count(count);
}
template <typename T, typename U>
inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                   T src1, SELMODE selMode, uint32_t count, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kSelect, 3, site)
        .Set(0, dst)
        .Set(1, selMask)
        .Set(2, src0)
        .Scalar(src1)
        .Mode(selMode)
        .Count(count);
}

// The mask as a number or as bits: the same body for both. isSetMask is reserved: the mask of the call
// counts.
#define ACLNN_CPU_SELECT_REPEAT(MaskParameter)                                                               \
    template <typename T, typename U, bool isSetMask = true>                                                 \
    inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, \
                       const LocalTensor<T>& src1, SELMODE selMode, MaskParameter,                           \
                       const aclnn_internal::RepeatTimes repeatTime, const BinaryRepeatParams& repeatParams, \
                       CallSite site = CallSite::Here()) {                                                   \
        aclnn_internal::Vector(aclnn_internal::Opcode::kSelect, 4, site)                                     \
            .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)                               \
            .Set(1, selMask)                                                                                 \
            .Set(2, src0, repeatParams.src0BlkStride, repeatParams.src0RepStride)                            \
            .Set(3, src1, repeatParams.src1BlkStride, repeatParams.src1RepStride)                            \
            .Mode(selMode)                                                                                   \
            .Parameters(repeatParams)                                                                        \
            .Repeat(true, mask, repeatTime);                                                                 \
    }                                                                                                        \
    template <typename T, typename U, bool isSetMask = true>                                                 \
    inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, \
                       T src1, SELMODE selMode, MaskParameter, const aclnn_internal::RepeatTimes repeatTime, \
                       const BinaryRepeatParams& repeatParams, CallSite site = CallSite::Here()) {           \
        aclnn_internal::Vector(aclnn_internal::Opcode::kSelect, 3, site)                                     \
            .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)                               \
            .Set(1, selMask)                                                                                 \
            .Set(2, src0, repeatParams.src0BlkStride, repeatParams.src0RepStride)                            \
            .Scalar(src1)                                                                                    \
            .Mode(selMode)                                                                                   \
            .Parameters(repeatParams)                                                                        \
            .Repeat(true, mask, repeatTime);                                                                 \
    }
ACLNN_CPU_SELECT_REPEAT(uint64_t mask)
ACLNN_CPU_SELECT_REPEAT(uint64_t mask[])
#undef ACLNN_CPU_SELECT_REPEAT

// Without a mask argument: the mask is what SetVectorMask left, and CMPMASK holds what SetCmpMask put there:
// the selecting bits themselves (VSEL_CMPMASK_SPR), the address of the tensor that holds them
// (VSEL_TENSOR_TENSOR_MODE), or the scalar (the form with selMask).
template <typename T, SELMODE selMode>
inline void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                   const aclnn_internal::RepeatTimes repeatTime, const BinaryRepeatParams& repeatParams,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kSelectRegister, 4, site)
        .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)
        .Register(1)
        .Set(2, src0, repeatParams.src0BlkStride, repeatParams.src0RepStride)
        .Set(3, src1, repeatParams.src1BlkStride, repeatParams.src1RepStride)
        .Mode(selMode)
        .Parameters(repeatParams)
        .Repeat(false, MASK_PLACEHOLDER, repeatTime);
}
template <typename T, typename U>
inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                   const aclnn_internal::RepeatTimes repeatTime, const BinaryRepeatParams& repeatParams,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kSelectRegister, 3, site)
        .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)
        .Set(1, selMask)
        .Set(2, src0, repeatParams.src0BlkStride, repeatParams.src0RepStride)
        .Mode(SELMODE::VSEL_TENSOR_SCALAR_MODE)
        .Parameters(repeatParams)
        .Repeat(false, MASK_PLACEHOLDER, repeatTime);
}

}  // namespace AscendC

#endif
