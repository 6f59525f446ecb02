// Fills with progressions and with copies of elements.
#ifndef ACLNN_CPU_ASCENDC_INDEX_H
#define ACLNN_CPU_ASCENDC_INDEX_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

namespace aclnn_internal {

template <typename T>
Instruction Progression(Opcode opcode, const LocalTensor<T>& dst, const T& first,
                        const aclnn_cpu::aicore::ProgressionShape& shape, CallSite site) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.operands = 1;
    instruction.has_scalar = true;
    instruction.scalar = BitsOf(first);
    instruction.operand[0] = dst.AsOperand();
    instruction.details = &shape;
    instruction.site = site;
    return instruction;
}

}  // namespace aclnn_internal

// first, first + 1, ... The values of a block are computed from the first; each further block adds its length
// to the block before (from the second repeat on: the repeat before), rounding as Adds does.
template <typename T>
inline void CreateVecIndex(LocalTensor<T> dst, const T& firstValue, uint32_t count,
                           CallSite site = CallSite::Here()) {
    const aclnn_cpu::aicore::ProgressionShape shape{aclnn_internal::BitsOf(T(1))};
    auto instruction =
        aclnn_internal::Progression(aclnn_internal::Opcode::kCreateVecIndex, dst, firstValue, shape, site);
    instruction.count = count;
    aclnn_cpu::aicore::Issue(instruction);
}
#define ACLNN_CPU_CREATE_VEC_INDEX(MaskParameter, source, low, high)                                 \
    template <typename T>                                                                            \
    inline void CreateVecIndex(                                                                      \
        const LocalTensor<T>& dst, const T& firstValue, MaskParameter,                               \
        const aclnn_internal::RepeatTimes repeatTime, const aclnn_internal::Given16 dstBlkStride,    \
        const aclnn_internal::Given8 dstRepStride, CallSite site = CallSite::Here()) {               \
        const aclnn_cpu::aicore::ProgressionShape shape{aclnn_internal::BitsOf(T(1))};               \
        auto instruction = aclnn_internal::Progression(aclnn_internal::Opcode::kCreateVecIndex, dst, \
                                                       firstValue, shape, site);                     \
        instruction.mask_source = aclnn_internal::MaskSource::source;                                \
        instruction.mask[0] = low;                                                                   \
        instruction.mask[1] = high;                                                                  \
        instruction.repeat = repeatTime;                                                             \
        instruction.operand[0].block_stride = dstBlkStride;                                          \
        instruction.operand[0].repeat_stride = dstRepStride;                                         \
        aclnn_internal::CutNotes notes;                                                              \
        notes.Add(instruction, aclnn_internal::Named("repeatTime", repeatTime));                     \
        notes.Add(instruction, aclnn_internal::Named("dstBlkStride", dstBlkStride));                 \
        notes.Add(instruction, aclnn_internal::Between("dstRepStride", dstRepStride));               \
        aclnn_cpu::aicore::Issue(instruction);                                                       \
    }
ACLNN_CPU_CREATE_VEC_INDEX(uint64_t mask, kNumber, mask, 0)
ACLNN_CPU_CREATE_VEC_INDEX(uint64_t mask[], kBits, mask[0], mask[1])
#undef ACLNN_CPU_CREATE_VEC_INDEX

// firstValue + i * diffValue for i < count, made like CreateVecIndex.
template <typename T>
inline void ArithProgression(const LocalTensor<T>& dst, const T firstValue, const T diffValue,
                             const int32_t count, CallSite site = CallSite::Here()) {
    const aclnn_cpu::aicore::ProgressionShape shape{aclnn_internal::BitsOf(diffValue)};
    auto instruction =
        aclnn_internal::Progression(aclnn_internal::Opcode::kArithProgression, dst, firstValue, shape, site);
    instruction.count = static_cast<uint32_t>(count);
    aclnn_cpu::aicore::Issue(instruction);
}
template <typename T>
inline void Arange(const LocalTensor<T>& dst, const T firstValue, const T diffValue, const int32_t count,
                   CallSite site = CallSite::Here()) {
    ArithProgression(dst, firstValue, diffValue, count, site);
}

// Each repeat takes the next 8 elements of src and fills a block of dst with each. A dstBlkStride of 0 means
// 1.
template <typename T>
inline void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                 const aclnn_internal::RepeatTimes repeatTime, const BrcbRepeatParams& repeatParams,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kBrcb, 2, site)
        .Set(0, dst, repeatParams.dstBlkStride, repeatParams.dstRepStride)
        .Set(1, src)
        .Parameters(repeatParams)
        .Repeat(true, uint64_t(8), repeatTime);
}

}  // namespace AscendC

#endif
