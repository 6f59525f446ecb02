// Reductions: to one value per pair, block or repeat, and of a whole tensor.
//
// Sums are binary trees: neighbours are added, then neighbouring sums, and so on, each sum rounded to the
// type. What the mask leaves out takes no part. ReduceSum's count form adds the sums of the repeats in order
// on Ascend910B and Ascend910_93; elsewhere, and in the mask forms, they form a tree too, to which the
// elements of an incomplete last repeat are added last.
//
// Maxima and minima: NaN wins, +0 is larger than -0. An index counts elements, is stored as the bits of an
// unsigned integer of the element's width, and is the lowest if several elements are the extreme one.
#ifndef ACLNN_CPU_ASCENDC_REDUCE_H
#define ACLNN_CPU_ASCENDC_REDUCE_H

#include <cstdint>
#include <cstring>

#include "ascendc/issue.h"

namespace AscendC {

namespace aclnn_internal {

using aclnn_cpu::aicore::ReduceShape;

inline void SetMaskOf(Instruction& instruction, bool set_mask, int32_t number) {
    instruction.mask_source = set_mask ? MaskSource::kNumber : MaskSource::kState;
    instruction.mask[0] = static_cast<uint64_t>(static_cast<int64_t>(number));
}
inline void SetMaskOf(Instruction& instruction, bool set_mask, const uint64_t* bits) {
    instruction.mask_source = set_mask ? MaskSource::kBits : MaskSource::kState;
    if (set_mask) {
        instruction.mask[0] = bits[0];
        instruction.mask[1] = bits[1];
    }
}

// The forms with a mask, of every reduction but those of a whole tensor.
template <typename T, typename Mask>
void ReduceRepeats(Opcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src, bool set_mask,
                   Mask mask, const ReduceShape& shape, ReduceOrder order, CallSite site) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.mode = static_cast<uint8_t>(order);
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src.AsOperand();
    instruction.details = &shape;
    instruction.site = site;
    SetMaskOf(instruction, set_mask, mask);
    aclnn_cpu::aicore::Issue(instruction);
}

template <typename T>
Instruction ReduceAll(Opcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      const LocalTensor<T>& tmp, const ReduceShape& shape, bool index, CallSite site) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.operands = 3;
    instruction.mode =
        static_cast<uint8_t>(index ? ReduceOrder::ORDER_VALUE_INDEX : ReduceOrder::ORDER_ONLY_VALUE);
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src.AsOperand();
    instruction.operand[2] = tmp.AsOperand();
    instruction.details = &shape;
    instruction.site = site;
    return instruction;
}

template <ReduceType type>
constexpr Opcode OneOf(Opcode sum, Opcode max, Opcode min) {
    static_assert(type == ReduceType::SUM || type == ReduceType::MAX || type == ReduceType::MIN,
                  "a reduction is SUM, MAX or MIN");
    return type == ReduceType::SUM ? sum : type == ReduceType::MAX ? max : min;
}

}  // namespace aclnn_internal

// One value per block of a repeat (Name = BlockReduce...) or per pair: repeat before mask. dstRepStride
// counts what a repeat yields: 8 elements, or 128 bytes for PairReduceSum.
#define ACLNN_CPU_REDUCE_GROUPS(Name, MaskParameter)                                                 \
    template <typename T, bool isSetMask = true>                                                     \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t repeatTime, \
                     MaskParameter, const int32_t dstRepStride, const int32_t srcBlkStride,          \
                     const int32_t srcRepStride, CallSite site = CallSite::Here()) {                 \
        aclnn_internal::ReduceRepeats(aclnn_internal::Opcode::k##Name, dst, src, isSetMask, mask,    \
                                      {repeatTime, dstRepStride, srcBlkStride, srcRepStride},        \
                                      ReduceOrder::ORDER_ONLY_VALUE, site);                          \
    }
ACLNN_CPU_REDUCE_GROUPS(BlockReduceSum, const int32_t mask)
ACLNN_CPU_REDUCE_GROUPS(BlockReduceSum, const uint64_t mask[])
ACLNN_CPU_REDUCE_GROUPS(BlockReduceMax, const int32_t mask)
ACLNN_CPU_REDUCE_GROUPS(BlockReduceMax, const uint64_t mask[])
ACLNN_CPU_REDUCE_GROUPS(BlockReduceMin, const int32_t mask)
ACLNN_CPU_REDUCE_GROUPS(BlockReduceMin, const uint64_t mask[])
ACLNN_CPU_REDUCE_GROUPS(PairReduceSum, const int32_t mask)
ACLNN_CPU_REDUCE_GROUPS(PairReduceSum, const uint64_t mask[])
#undef ACLNN_CPU_REDUCE_GROUPS

// One value per repeat: mask before repeat. dstRepStride counts elements.
#define ACLNN_CPU_REDUCE_WHOLE(MaskParameter)                                                             \
    template <typename T, bool isSetMask = true>                                                          \
    inline void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, MaskParameter,       \
                               const int32_t repeatTime, const int32_t dstRepStride,                      \
                               const int32_t srcBlkStride, const int32_t srcRepStride,                    \
                               CallSite site = CallSite::Here()) {                                        \
        aclnn_internal::ReduceRepeats(aclnn_internal::Opcode::kWholeReduceSum, dst, src, isSetMask, mask, \
                                      {repeatTime, dstRepStride, srcBlkStride, srcRepStride},             \
                                      ReduceOrder::ORDER_ONLY_VALUE, site);                               \
    }
ACLNN_CPU_REDUCE_WHOLE(const int32_t mask)
ACLNN_CPU_REDUCE_WHOLE(const uint64_t mask[])
#undef ACLNN_CPU_REDUCE_WHOLE

// Value and index per repeat, the index within the repeat. dstRepStride counts what `order` makes of a
// repeat: 2 elements, 1 element for ORDER_ONLY_VALUE, 4 bytes for ORDER_ONLY_INDEX.
#define ACLNN_CPU_REDUCE_EXTREME(Name, MaskParameter)                                                       \
    template <typename T, bool isSetMask = true>                                                            \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, MaskParameter,                   \
                     const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,      \
                     const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX,        \
                     CallSite site = CallSite::Here()) {                                                    \
        aclnn_internal::ReduceRepeats(aclnn_internal::Opcode::k##Name, dst, src, isSetMask, mask,           \
                                      {repeatTime, dstRepStride, srcBlkStride, srcRepStride}, order, site); \
    }
ACLNN_CPU_REDUCE_EXTREME(WholeReduceMax, const int32_t mask)
ACLNN_CPU_REDUCE_EXTREME(WholeReduceMax, const uint64_t mask[])
ACLNN_CPU_REDUCE_EXTREME(WholeReduceMin, const int32_t mask)
ACLNN_CPU_REDUCE_EXTREME(WholeReduceMin, const uint64_t mask[])
#undef ACLNN_CPU_REDUCE_EXTREME

// The older spelling of WholeReduceSum: the distance between results is dstRepStride, dstBlkStride has no
// effect.
template <typename T, bool isSetMask = true>
inline void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t repeatTime,
                            const int32_t mask, const int32_t /*dstBlkStride*/, const int32_t srcBlkStride,
                            const int32_t dstRepStride, const int32_t srcRepStride,
                            CallSite site = CallSite::Here()) {
    WholeReduceSum<T, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride, site);
}

// The current names of the same instructions; the mask stands before the repeat in all of them.
#define ACLNN_CPU_REDUCE_NAMES(MaskParameter)                                                            \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                      \
    inline void ReduceDataBlock(const LocalTensor<T>& dst, const LocalTensor<U>& src, MaskParameter,     \
                                const int32_t repeatTime, const int32_t dstRepStride,                    \
                                const int32_t srcBlkStride, const int32_t srcRepStride,                  \
                                CallSite site = CallSite::Here()) {                                      \
        using aclnn_internal::Opcode;                                                                    \
        constexpr Opcode opcode = aclnn_internal::OneOf<reduceType>(                                     \
            Opcode::kBlockReduceSum, Opcode::kBlockReduceMax, Opcode::kBlockReduceMin);                  \
        aclnn_internal::ReduceRepeats(opcode, dst, src, isSetMask, mask,                                 \
                                      {repeatTime, dstRepStride, srcBlkStride, srcRepStride},            \
                                      ReduceOrder::ORDER_ONLY_VALUE, site);                              \
    }                                                                                                    \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                      \
    inline void ReduceRepeat(                                                                            \
        const LocalTensor<T>& dst, const LocalTensor<U>& src, MaskParameter, const int32_t repeatTime,   \
        const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,              \
        ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX, CallSite site = CallSite::Here()) {          \
        using aclnn_internal::Opcode;                                                                    \
        constexpr Opcode opcode = aclnn_internal::OneOf<reduceType>(                                     \
            Opcode::kWholeReduceSum, Opcode::kWholeReduceMax, Opcode::kWholeReduceMin);                  \
        aclnn_internal::ReduceRepeats(                                                                   \
            opcode, dst, src, isSetMask, mask, {repeatTime, dstRepStride, srcBlkStride, srcRepStride},   \
            reduceType == ReduceType::SUM ? ReduceOrder::ORDER_ONLY_VALUE : order, site);                \
    }                                                                                                    \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                      \
    inline void ReducePairElem(const LocalTensor<T>& dst, const LocalTensor<U>& src, MaskParameter,      \
                               const int32_t repeatTime, const int32_t dstRepStride,                     \
                               const int32_t srcBlkStride, const int32_t srcRepStride,                   \
                               CallSite site = CallSite::Here()) {                                       \
        static_assert(reduceType == ReduceType::SUM, "pairs are only added");                            \
        aclnn_internal::ReduceRepeats(aclnn_internal::Opcode::kPairReduceSum, dst, src, isSetMask, mask, \
                                      {repeatTime, dstRepStride, srcBlkStride, srcRepStride},            \
                                      ReduceOrder::ORDER_ONLY_VALUE, site);                              \
    }
ACLNN_CPU_REDUCE_NAMES(const int32_t mask)
ACLNN_CPU_REDUCE_NAMES(const uint64_t mask[])
#undef ACLNN_CPU_REDUCE_NAMES

// Of a whole tensor: dst[0] is the value, dst[1] the index if calIndex. sharedTmpBuffer must have the
// documented size (in elements, p of them to a repeat, r = max(1, count / p) or repeatTime repeats) and is
// left undefined. It may be dst or src.
//   ReduceSum:            r, rounded up to a block; nothing for the count form on Ascend910B and Ascend910_93
//   without index:        2 r, rounded up to a block
//   with index:           2 r, then 2 ceil(n / p) of the n before until n is 2, each rounded up to a block
template <typename T, bool isSetMask = true>
inline void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      const LocalTensor<T>& sharedTmpBuffer, const int32_t count,
                      CallSite site = CallSite::Here()) {
    const aclnn_internal::ReduceShape shape;
    aclnn_internal::Instruction instruction = aclnn_internal::ReduceAll(
        aclnn_internal::Opcode::kReduceSum, dst, src, sharedTmpBuffer, shape, false, site);
    instruction.mask_source =
        isSetMask ? aclnn_internal::MaskSource::kElements : aclnn_internal::MaskSource::kState;
    instruction.count = static_cast<uint32_t>(count);
    aclnn_cpu::aicore::Issue(instruction);
}
#define ACLNN_CPU_REDUCE_SUM(MaskParameter)                                                               \
    template <typename T>                                                                                 \
    inline void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,                           \
                          const LocalTensor<T>& sharedTmpBuffer, MaskParameter, const int32_t repeatTime, \
                          const int32_t srcRepStride, CallSite site = CallSite::Here()) {                 \
        const aclnn_internal::ReduceShape shape{repeatTime, 1, 1, srcRepStride};                          \
        aclnn_internal::Instruction instruction = aclnn_internal::ReduceAll(                              \
            aclnn_internal::Opcode::kReduceSum, dst, src, sharedTmpBuffer, shape, false, site);           \
        aclnn_internal::SetMaskOf(instruction, true, mask);                                               \
        aclnn_cpu::aicore::Issue(instruction);                                                            \
    }
ACLNN_CPU_REDUCE_SUM(const int32_t mask)
ACLNN_CPU_REDUCE_SUM(const uint64_t mask[])
#undef ACLNN_CPU_REDUCE_SUM

#define ACLNN_CPU_REDUCE_COUNT(Name)                                                                    \
    template <typename T>                                                                               \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                              \
                     const LocalTensor<T>& sharedTmpBuffer, const int32_t count, bool calIndex = false, \
                     CallSite site = CallSite::Here()) {                                                \
        const aclnn_internal::ReduceShape shape;                                                        \
        aclnn_internal::Instruction instruction = aclnn_internal::ReduceAll(                            \
            aclnn_internal::Opcode::k##Name, dst, src, sharedTmpBuffer, shape, calIndex, site);         \
        instruction.count = static_cast<uint32_t>(count);                                               \
        aclnn_cpu::aicore::Issue(instruction);                                                          \
    }
#define ACLNN_CPU_REDUCE_MASK(Name, MaskParameter)                                                          \
    template <typename T>                                                                                   \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                  \
                     const LocalTensor<T>& sharedTmpBuffer, MaskParameter, const int32_t repeatTime,        \
                     const int32_t srcRepStride, bool calIndex = false, CallSite site = CallSite::Here()) { \
        const aclnn_internal::ReduceShape shape{repeatTime, 1, 1, srcRepStride};                            \
        aclnn_internal::Instruction instruction = aclnn_internal::ReduceAll(                                \
            aclnn_internal::Opcode::k##Name, dst, src, sharedTmpBuffer, shape, calIndex, site);             \
        aclnn_internal::SetMaskOf(instruction, true, mask);                                                 \
        aclnn_cpu::aicore::Issue(instruction);                                                              \
    }
ACLNN_CPU_REDUCE_COUNT(ReduceMax)
ACLNN_CPU_REDUCE_COUNT(ReduceMin)
ACLNN_CPU_REDUCE_MASK(ReduceMax, const int32_t mask)
ACLNN_CPU_REDUCE_MASK(ReduceMax, const uint64_t mask[])
ACLNN_CPU_REDUCE_MASK(ReduceMin, const int32_t mask)
ACLNN_CPU_REDUCE_MASK(ReduceMin, const uint64_t mask[])
#undef ACLNN_CPU_REDUCE_COUNT
#undef ACLNN_CPU_REDUCE_MASK

// The extreme value of the last WholeReduceMax or WholeReduceMin over all its repeats, or of the last
// ReduceMax or ReduceMin, and the bits of its index (for the latter two without meaning). Ascend910B and
// Ascend910_93; the form without index: Ascend310P.
template <typename T>
inline void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex, CallSite site = CallSite::Here()) {
    const uint64_t bits = aclnn_cpu::aicore::ReducedExtreme(true, site);
    const auto value = static_cast<uint32_t>(bits);
    const auto index = static_cast<uint32_t>(bits >> 32);
    std::memcpy(static_cast<void*>(&maxMinValue), &value, sizeof(T));
    std::memcpy(static_cast<void*>(&maxMinIndex), &index, sizeof(T));
}
template <typename T>
inline void GetReduceRepeatMaxMinSpr(T& maxMinValue, CallSite site = CallSite::Here()) {
    const auto value = static_cast<uint32_t>(aclnn_cpu::aicore::ReducedExtreme(false, site));
    std::memcpy(static_cast<void*>(&maxMinValue), &value, sizeof(T));
}
template <typename T>
inline void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex, CallSite site = CallSite::Here()) {
    GetReduceRepeatMaxMinSpr<T>(maxMinValue, maxMinIndex, site);
}
template <typename T>
inline void GetReduceMaxMinCount(T& maxMinValue, CallSite site = CallSite::Here()) {
    GetReduceRepeatMaxMinSpr<T>(maxMinValue, site);
}
// The result of the last count form of ReduceSum. Ascend910B, Ascend910_93 and Ascend950.
template <typename T>
inline T GetReduceRepeatSumSpr(CallSite site = CallSite::Here()) {
    const uint64_t bits = aclnn_cpu::aicore::ReducedSum(site);
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}
template <typename T>
inline T GetAccVal(CallSite site = CallSite::Here()) {
    return GetReduceRepeatSumSpr<T>(site);
}

}  // namespace AscendC

#endif
