// Gather, Gatherb, Scatter, GatherMask.
#ifndef ACLNN_CPU_ASCENDC_GATHER_H
#define ACLNN_CPU_ASCENDC_GATHER_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

// dst[i] = the element at byte srcBaseAddr + srcOffset[i] of src; both multiples of the element's size, the
// sum inside UB. In the mask forms a repeat has 8 blocks (4 for 8-bit types) and takes as many offsets,
// chosen or not.
template <typename T>
inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                   const LocalTensor<uint32_t>& srcOffset, const uint32_t srcBaseAddr, const uint32_t count,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kGather, 3, site)
        .Set(0, dst)
        .Set(1, src)
        .Set(2, srcOffset)
        .Scalar(srcBaseAddr)
        .Count(count);
}
template <typename T>
inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                   const LocalTensor<uint32_t>& srcOffset, const uint32_t srcBaseAddr, const uint64_t mask,
                   const aclnn_internal::RepeatTimes repeatTime, const aclnn_internal::Given16 dstRepStride,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kGather, 3, site)
        .Set(0, dst, 1, dstRepStride)
        .Set(1, src)
        .Set(2, srcOffset)
        .Scalar(srcBaseAddr)
        .Parameters(aclnn_internal::Between("dstRepStride", dstRepStride))
        .Repeat(true, mask, repeatTime);
}
template <typename T>
inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                   const LocalTensor<uint32_t>& srcOffset, const uint32_t srcBaseAddr, const uint64_t mask[],
                   const aclnn_internal::RepeatTimes repeatTime, const aclnn_internal::Given16 dstRepStride,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kGather, 3, site)
        .Set(0, dst, 1, dstRepStride)
        .Set(1, src)
        .Set(2, srcOffset)
        .Scalar(srcBaseAddr)
        .Parameters(aclnn_internal::Between("dstRepStride", dstRepStride))
        .Repeat(true, mask, repeatTime);
}

// The element of dst at byte dstBaseAddr + dstOffset[i] = src[i], in order. Not on Ascend910B.
template <typename T>
inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const LocalTensor<uint32_t>& dstOffset, const uint32_t dstBaseAddr, const uint32_t count,
                    CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kScatter, 3, site)
        .Set(0, dst)
        .Set(1, src)
        .Set(2, dstOffset)
        .Scalar(dstBaseAddr)
        .Count(count);
}
template <typename T>
inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const LocalTensor<uint32_t>& dstOffset, const uint32_t dstBaseAddr, const uint64_t mask,
                    const aclnn_internal::RepeatTimes repeatTime, const aclnn_internal::Given8 srcRepStride,
                    CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kScatter, 3, site)
        .Set(0, dst)
        .Set(1, src, 1, srcRepStride)
        .Set(2, dstOffset)
        .Scalar(dstBaseAddr)
        .Parameters(aclnn_internal::Between("srcRepStride", srcRepStride))
        .Repeat(true, mask, repeatTime);
}
template <typename T>
inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const LocalTensor<uint32_t>& dstOffset, const uint32_t dstBaseAddr, const uint64_t mask[],
                    const aclnn_internal::RepeatTimes repeatTime, const aclnn_internal::Given8 srcRepStride,
                    CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kScatter, 3, site)
        .Set(0, dst)
        .Set(1, src, 1, srcRepStride)
        .Set(2, dstOffset)
        .Scalar(dstBaseAddr)
        .Parameters(aclnn_internal::Between("srcRepStride", srcRepStride))
        .Repeat(true, mask, repeatTime);
}

// Each repeat fills 8 blocks of dst with the blocks of src at the next 8 byte offsets (multiples of 32). A
// dstBlkStride of 0 means 1. Leaves a full mask.
template <typename T>
inline void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint32_t>& offset,
                    const aclnn_internal::RepeatTimes repeatTime, const GatherRepeatParams& repeatParams,
                    CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kGatherb, 3, site)
        .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)
        .Set(1, src)
        .Set(2, offset)
        .Parameters(repeatParams)
        .Repeat(true, uint64_t(8), repeatTime);
}

namespace aclnn_internal {

inline void IssueGatherMask(Instruction& instruction, aclnn_cpu::aicore::GatherMaskShape& shape,
                            bool reduce_mode, uint32_t mask, const GatherMaskParams& params, uint64_t& kept) {
    instruction.opcode = Opcode::kGatherMask;
    shape.counter = reduce_mode;
    shape.mask = mask;
    shape.kept = &kept;
    shape.params = params;
    instruction.details = &shape;
    CutNotes notes;
    notes.Add(instruction, params);
    aclnn_cpu::aicore::Issue(instruction);
}

}  // namespace aclnn_internal

// Packs the chosen elements of src0 into dst and counts them in rsvdCnt. They are chosen by a pattern (1
// even, 2 odd elements; 3 to 6 every fourth from the first, second, third, fourth; 7 all) or by the bits of a
// tensor (uint16_t for 16-bit, uint32_t for 32-bit elements), read on from the lowest within a repeat.
// reduceMode false: a repeat has 256 bytes and mask is ignored; true: a repeat has `mask` elements
// (Ascend310P: `mask` elements in all). Leaves normal mode and a full mask.
template <typename T, GatherMaskMode mode = defaultGatherMaskMode>
inline void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const uint8_t src1Pattern,
                       const bool reduceMode, const uint32_t mask, const GatherMaskParams& gatherMaskParams,
                       uint64_t& rsvdCnt, CallSite site = CallSite::Here()) {
    aclnn_internal::Instruction instruction;
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src0.AsOperand();
    instruction.site = site;
    aclnn_cpu::aicore::GatherMaskShape shape;
    shape.pattern = src1Pattern == 0 ? uint8_t(0xFF) : src1Pattern;  // 0 is none of the patterns
    aclnn_internal::IssueGatherMask(instruction, shape, reduceMode, mask, gatherMaskParams, rsvdCnt);
}
template <typename T, typename U, GatherMaskMode mode = defaultGatherMaskMode>
inline void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                       const LocalTensor<U>& src1Pattern, const bool reduceMode, const uint32_t mask,
                       const GatherMaskParams& gatherMaskParams, uint64_t& rsvdCnt,
                       CallSite site = CallSite::Here()) {
    aclnn_internal::Instruction instruction;
    instruction.operands = 3;
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src0.AsOperand();
    instruction.operand[2] = src1Pattern.AsOperand();
    instruction.site = site;
    aclnn_cpu::aicore::GatherMaskShape shape;
    aclnn_internal::IssueGatherMask(instruction, shape, reduceMode, mask, gatherMaskParams, rsvdCnt);
}

// What the last GatherMask kept.
inline int64_t GetGatherMaskRemainCount() {
    return static_cast<int64_t>(aclnn_cpu::aicore::GatheredElements());
}

}  // namespace AscendC

#endif
