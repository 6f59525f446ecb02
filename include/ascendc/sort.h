// Sorting: records of 8 bytes, the score in the low 4 (half: low 2) and an index in the high 4 bytes.
//
// Descending by score; of equal scores the one that stood first comes first. NaN counts as larger than all
// others, +0 as equal to -0.
#ifndef ACLNN_CPU_ASCENDC_SORT_H
#define ACLNN_CPU_ASCENDC_SORT_H

#include <cstdint>

#include "ascendc/data_copy.h"
#include "ascendc/gather.h"
#include "ascendc/issue.h"

namespace AscendC {

template <typename T>
struct MrgSortSrcList {
    MrgSortSrcList() = default;
    MrgSortSrcList(const LocalTensor<T>& first, const LocalTensor<T>& second, const LocalTensor<T>& third,
                   const LocalTensor<T>& fourth)
        : src1(first), src2(second), src3(third), src4(fourth) {}

    LocalTensor<T> src1;
    LocalTensor<T> src2;
    LocalTensor<T> src3;
    LocalTensor<T> src4;
};

// Each repeat sorts the next 32 scores of src0, with their indices of src1, into 32 records.
template <typename T>
inline void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<uint32_t>& src1,
                   const int32_t repeatTime, CallSite site = CallSite::Here()) {
    aclnn_internal::Instruction instruction;
    instruction.opcode = aclnn_internal::Opcode::kSort32;
    instruction.operands = 3;
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src0.AsOperand();
    instruction.operand[2] = src1.AsOperand();
    instruction.mask_source = aclnn_internal::MaskSource::kNumber;
    instruction.mask[0] = 32;
    instruction.repeat = static_cast<uint32_t>(repeatTime);
    instruction.site = site;
    aclnn_cpu::aicore::Issue(instruction);
}

// Merges two, three or four sorted lists. With ifExhaustedSuspension it stops when one of them is used up.
// Repeats count only for four lists of one length, one behind the other, without suspension; each merges the
// next four.
template <typename T>
inline void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src, const MrgSort4Info& params,
                    CallSite site = CallSite::Here()) {
    aclnn_internal::Instruction instruction;
    instruction.opcode = aclnn_internal::Opcode::kMrgSort;
    instruction.operands = params.validBit == 3 ? 3 : params.validBit == 7 ? 4 : 5;
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src.src1.AsOperand();
    instruction.operand[2] = src.src2.AsOperand();
    instruction.operand[3] = src.src3.AsOperand();
    instruction.operand[4] = src.src4.AsOperand();
    instruction.mask_source = aclnn_internal::MaskSource::kNumber;
    instruction.repeat = params.repeatTimes;
    instruction.details = &params;
    instruction.site = site;
    aclnn_internal::CutNotes notes;
    notes.Add(instruction, params);
    aclnn_cpu::aicore::Issue(instruction);
}

// Records that the last MrgSort took from each list.
inline void GetMrgSortResult(uint16_t& mrgSortList1, uint16_t& mrgSortList2, uint16_t& mrgSortList3,
                             uint16_t& mrgSortList4) {
    mrgSortList1 = aclnn_cpu::aicore::MergedRecords(0);
    mrgSortList2 = aclnn_cpu::aicore::MergedRecords(1);
    mrgSortList3 = aclnn_cpu::aicore::MergedRecords(2);
    mrgSortList4 = aclnn_cpu::aicore::MergedRecords(3);
}

// The same with the parameters one by one; sortedNum is set only with suspension.
template <typename T, bool isExhaustedSuspension = false>
inline void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList,
                    const uint16_t elementCountList[4], uint32_t sortedNum[4], uint16_t validBit,
                    const int32_t repeatTime, CallSite site = CallSite::Here()) {
    MrgSort(dst, sortList, MrgSort4Info(elementCountList, isExhaustedSuspension, validBit, repeatTime), site);
    if (isExhaustedSuspension) {
        for (uint32_t list = 0; list < 4; ++list) {
            sortedNum[list] = aclnn_cpu::aicore::MergedRecords(list);
        }
    }
}

// Elements of T that `count` records take.
template <typename T>
inline uint32_t GetSortLen(const uint32_t elemCount) {
    return elemCount * uint32_t(8 / sizeof(T));
}
template <typename T>
inline uint32_t GetSortOffset(const uint32_t elemOffset) {
    return GetSortLen<T>(elemOffset);
}

template <typename T>
inline void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src, const LocalTensor<T>& /*tmp*/,
                   const int32_t /*repeatTime*/) {
    concat = src;
}

// The scores and the indices of 32 repeatTime records.
template <typename T>
inline void Extract(const LocalTensor<T>& dstValue, const LocalTensor<uint32_t>& dstIndex,
                    const LocalTensor<T>& sorted, const int32_t repeatTime,
                    CallSite site = CallSite::Here()) {
    constexpr uint8_t kEven = 1;
    constexpr uint8_t kOdd = 2;
    constexpr uint8_t kFirstOfFour = 3;
    const GatherMaskParams params(1, repeatTime, DEFAULT_REPEAT_STRIDE, 0);
    uint64_t kept = 0;
    GatherMask(dstValue, sorted, sizeof(T) == 2 ? kFirstOfFour : kEven, false, 0, params, kept, site);
    GatherMask(dstIndex, sorted.template ReinterpretCast<uint32_t>(), kOdd, false, 0, params, kept, site);
}

namespace aclnn_internal {

// Merges `lists` lists of `length` records (the last may be shorter) by fours from one tensor into the other.
template <typename T>
void MergeByFours(const LocalTensor<T>& to, const LocalTensor<T>& from, uint32_t length, uint32_t records,
                  CallSite site) {
    for (uint32_t first = 0; first < records; first += 4 * length) {
        const auto at = [&](uint32_t list) { return from[GetSortLen<T>(first + list * length)]; };
        MrgSort4Info info;
        uint32_t lists = 0;
        for (; lists < 4 && first + lists * length < records; ++lists) {
            const uint32_t rest = records - first - lists * length;
            info.elementLengths[lists] = static_cast<uint16_t>(rest < length ? rest : length);
        }
        if (lists == 1) {
            DataCopy(to[GetSortLen<T>(first)], at(0), GetSortLen<T>(info.elementLengths[0]), site);
            continue;
        }
        info.validBit = static_cast<uint16_t>((1u << lists) - 1);
        MrgSort(to[GetSortLen<T>(first)],
                MrgSortSrcList<T>(at(0), at(1), at(lists > 2 ? 2 : 0), at(lists > 3 ? 3 : 0)), info, site);
    }
}

}  // namespace aclnn_internal

// Sorts 32 repeatTime scores: each 32 of them, or all if isFullSort; then tmp must hold as many records as
// dst.
template <typename T, bool isFullSort>
inline void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat, const LocalTensor<uint32_t>& index,
                 LocalTensor<T>& tmp, const int32_t repeatTime, CallSite site = CallSite::Here()) {
    Sort32(dst, concat, index, repeatTime, site);
    if (!isFullSort || repeatTime <= 1) {
        return;
    }
    const auto records = static_cast<uint32_t>(repeatTime) * 32;
    LocalTensor<T> from = dst;
    LocalTensor<T> to = tmp;
    for (uint32_t length = 32; length < records; length *= 4) {
        aclnn_internal::MergeByFours(to, from, length, records, site);
        const LocalTensor<T> merged = to;
        to = from;
        from = merged;
    }
    if (from.address() != dst.address()) {
        DataCopy(dst, from, GetSortLen<T>(records), site);
    }
}

}  // namespace AscendC

#endif
