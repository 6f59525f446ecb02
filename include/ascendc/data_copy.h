// DataCopy and DataCopyPad: copies between global and local memory, and inside local memory.
#ifndef ACLNN_CPU_ASCENDC_DATA_COPY_H
#define ACLNN_CPU_ASCENDC_DATA_COPY_H

#include <cstdint>
#include <cstring>

#include "ascendc/copy_params.h"
#include "ascendc/emulator.h"
#include "ascendc/issue.h"
#include "ascendc/params.h"
#include "ascendc/tensor.h"

namespace AscendC {

namespace aclnn_internal {

using aclnn_cpu::aicore::CopyShape;

// Issues a copy. `params`: the structures that `shape` was made of.
template <typename... Params>
inline void IssueCopy(Opcode opcode, const Operand& dst, const Operand& src, const CopyShape& shape,
                      uint32_t count, CallSite site, const Params&... params) {
    Instruction instruction;
    CutNotes notes;
    instruction.opcode = opcode;
    instruction.operand[0] = dst;
    instruction.operand[1] = src;
    instruction.count = count;
    instruction.details = &shape;
    instruction.site = site;
    (notes.Add(instruction, params), ...);
    aclnn_cpu::aicore::Issue(instruction);
}

// Whole 32-byte blocks only: what does not fill one is not copied.
template <typename T>
CopyShape ShapeOf(uint32_t count) {
    CopyShape shape;
    shape.burst_bytes = static_cast<uint32_t>(uint64_t(count) * sizeof(T) / 32 * 32);
    return shape;
}
template <typename T>
CopyShape ShapeOf(const DataCopyParams& params) {
    CopyShape shape;
    shape.bursts = params.blockCount;
    shape.burst_bytes = uint32_t(params.blockLen) * 32;
    shape.src_gap = uint64_t(params.srcStride) * 32;
    shape.dst_gap = uint64_t(params.dstStride) * 32;
    return shape;
}

// `Params` is either structure; strides of the local side count blocks, of the global side bytes.
template <typename Params>
CopyShape Bytes(const Params& params, bool local_dst, PaddingMode mode) {
    CopyShape shape;
    shape.bursts = params.blockCount;
    shape.burst_bytes = params.blockLen;
    shape.src_gap = uint64_t(params.srcStride) * (local_dst ? 1 : 32);
    shape.dst_gap = uint64_t(params.dstStride) * (local_dst ? 32 : 1);
    if (mode == PaddingMode::Compact) {
        shape.compact = true;
        (local_dst ? shape.dst_gap : shape.src_gap) = 0;
    } else {
        shape.whole_blocks = true;
    }
    return shape;
}

template <typename Pad>
void AddPadding(CopyShape& shape, const Pad& pad) {
    shape.pad = pad.isPad;
    shape.left = shape.compact ? 0 : pad.leftPadding;
    shape.right = shape.compact ? 0 : pad.rightPadding;
    shape.pad_value = BitsOf(pad.paddingValue);
}

constexpr bool IsL1(TPosition position) {
    return position == TPosition::A1 || position == TPosition::B1 || position == TPosition::C1 ||
           position == TPosition::SPM || position == TPosition::TSCM;
}
template <typename T>
bool IsL1(const LocalTensor<T>& tensor) {
    return IsL1(static_cast<TPosition>(tensor.GetPosition()));
}

template <typename T>
inline void IssueBlocks(Opcode opcode, const Operand& dst, const Operand& src, uint32_t count,
                        CallSite site) {
    IssueCopy(opcode, dst, src, ShapeOf<T>(count), count, site);
}
template <typename T>
inline void IssueBlocks(Opcode opcode, const Operand& dst, const Operand& src, const DataCopyParams& params,
                        CallSite site) {
    IssueCopy(opcode, dst, src, ShapeOf<T>(params), 0, site, params);
}

// `Amount` is a number of elements or DataCopyParams.
template <typename T, typename Amount>
inline void CopyIn(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Amount& amount,
                   CallSite site) {
    IssueBlocks<T>(IsL1(dst) ? Opcode::kDataCopyInL1 : Opcode::kDataCopyIn, dst.AsOperand(), src.AsOperand(),
                   amount, site);
}
template <typename T, typename Amount>
inline void CopyOut(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const Amount& amount,
                    CallSite site) {
    IssueBlocks<T>(IsL1(src) ? Opcode::kDataCopyOutL1 : Opcode::kDataCopyOut, dst.AsOperand(),
                   src.AsOperand(), amount, site);
}
template <typename T, typename Amount>
inline void CopyLocal(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Amount& amount,
                      CallSite site) {
    IssueBlocks<T>(IsL1(dst) ? Opcode::kDataCopyToL1 : Opcode::kDataCopyLocal, dst.AsOperand(),
                   src.AsOperand(), amount, site);
}

template <typename T, PaddingMode mode, typename Params, typename Pad>
inline void PadIn(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Params& params, const Pad& pad,
                  CallSite site) {
    CopyShape shape = Bytes(params, true, mode);
    AddPadding(shape, pad);
    IssueCopy(mode == PaddingMode::Compact ? Opcode::kDataCopyPadCompactIn : Opcode::kDataCopyPadIn,
              dst.AsOperand(), src.AsOperand(), shape, 0, site, params, pad);
}
template <typename T, PaddingMode mode, typename Params>
inline void PadOut(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const Params& params,
                   CallSite site) {
    IssueCopy(mode == PaddingMode::Compact ? Opcode::kDataCopyPadCompactOut : Opcode::kDataCopyPadOut,
              dst.AsOperand(), src.AsOperand(), Bytes(params, false, mode), 0, site, params);
}

inline bool IsPlain(const DataCopyEnhancedParams& params) {
    return params.blockMode == BlockMode::BLOCK_MODE_NORMAL && params.deqScale == DeqScale::DEQ_NONE &&
           !params.isRelu && params.padMode == pad_t::PAD_NONE;
}

}  // namespace aclnn_internal

// ---- DataCopy: `count` elements, or bursts of whole blocks

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const uint32_t count,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::CopyIn(dst, src, count, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::CopyOut(dst, src, count, site);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::CopyLocal(dst, src, count, site);
}

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                     const DataCopyParams& repeatParams, CallSite site = CallSite::Here()) {
    aclnn_internal::CopyIn(dst, src, repeatParams, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                     const DataCopyParams& repeatParams, CallSite site = CallSite::Here()) {
    aclnn_internal::CopyOut(dst, src, repeatParams, site);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::CopyLocal(dst, src, repeatParams, site);
}

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& intriParams,
                     const DataCopyEnhancedParams& enhancedParams, CallSite site = CallSite::Here()) {
    if (!aclnn_internal::IsPlain(enhancedParams)) {
        aclnn_cpu::aicore::RefuseEnhancedCopy(aclnn_internal::Opcode::kDataCopyIn, dst.AsOperand(),
                                              src.AsOperand(), site);
    }
    DataCopy(dst, src, intriParams, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& intriParams,
                     const DataCopyEnhancedParams& enhancedParams, CallSite site = CallSite::Here()) {
    if (!aclnn_internal::IsPlain(enhancedParams)) {
        aclnn_cpu::aicore::RefuseEnhancedCopy(aclnn_internal::Opcode::kDataCopyOut, dst.AsOperand(),
                                              src.AsOperand(), site);
    }
    DataCopy(dst, src, intriParams, site);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& intriParams,
                     const DataCopyEnhancedParams& enhancedParams, CallSite site = CallSite::Here()) {
    if (!aclnn_internal::IsPlain(enhancedParams)) {
        aclnn_cpu::aicore::RefuseEnhancedCopy(aclnn_internal::Opcode::kDataCopyLocal, dst.AsOperand(),
                                              src.AsOperand(), site);
    }
    DataCopy(dst, src, intriParams, site);
}

// ---- DataCopy of parts and layouts

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const SliceInfo dstSliceInfo[],
                     const SliceInfo srcSliceInfo[], const uint32_t dimValue = 1,
                     CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::CopySlices(aclnn_internal::Opcode::kDataCopySliceIn, dst.AsOperand(), src.AsOperand(),
                                  dstSliceInfo, srcSliceInfo, dimValue, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const SliceInfo dstSliceInfo[],
                     const SliceInfo srcSliceInfo[], const uint32_t dimValue = 1,
                     CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::CopySlices(aclnn_internal::Opcode::kDataCopySliceOut, dst.AsOperand(), src.AsOperand(),
                                  dstSliceInfo, srcSliceInfo, dimValue, site);
}

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Nd2NzParams& intriParams,
                     CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::CopyNd2Nz(aclnn_internal::Opcode::kDataCopyNd2Nz, dst.AsOperand(), src.AsOperand(),
                                 intriParams, site);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Nd2NzParams& intriParams,
                     CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::CopyNd2Nz(aclnn_internal::Opcode::kDataCopyNd2NzToL1, dst.AsOperand(), src.AsOperand(),
                                 intriParams, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                     const Nz2NdParamsFull& intriParams, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::CopyNz2Nd(aclnn_internal::Opcode::kDataCopyNz2Nd, dst.AsOperand(), src.AsOperand(),
                                 intriParams, site);
}

// ---- DataCopyPad: bursts of any number of bytes

template <typename T, PaddingMode mode = PaddingMode::Normal>
inline void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                        const DataCopyExtParams& dataCopyParams, const DataCopyPadExtParams<T>& padParams,
                        CallSite site = CallSite::Here()) {
    aclnn_internal::PadIn<T, mode>(dst, src, dataCopyParams, padParams, site);
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
inline void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                        const DataCopyParams& dataCopyParams, const DataCopyPadParams& padParams,
                        CallSite site = CallSite::Here()) {
    aclnn_internal::PadIn<T, mode>(dst, src, dataCopyParams, padParams, site);
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
inline void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                        const DataCopyExtParams& dataCopyParams, CallSite site = CallSite::Here()) {
    aclnn_internal::PadOut<T, mode>(dst, src, dataCopyParams, site);
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
inline void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                        const DataCopyParams& dataCopyParams, CallSite site = CallSite::Here()) {
    aclnn_internal::PadOut<T, mode>(dst, src, dataCopyParams, site);
}

// ---- Copy: inside UB, by mask, repeat and strides

template <typename T, bool isSetMask = true>
inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint64_t mask[],
                 const aclnn_internal::RepeatTimes repeatTime, const CopyRepeatParams& repeatParams,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCopy, 2, site)
        .Set(0, dst, repeatParams.dstStride, repeatParams.dstRepeatSize)
        .Set(1, src, repeatParams.srcStride, repeatParams.srcRepeatSize)
        .Parameters(repeatParams)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename T, bool isSetMask = true>
inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint64_t mask,
                 const aclnn_internal::RepeatTimes repeatTime, const CopyRepeatParams& repeatParams,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCopy, 2, site)
        .Set(0, dst, repeatParams.dstStride, repeatParams.dstRepeatSize)
        .Set(1, src, repeatParams.srcStride, repeatParams.srcRepeatSize)
        .Parameters(repeatParams)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename T, bool isSetMask = true>
inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCopyCount, 2, site).Set(0, dst).Set(1, src).Count(count);
}

}  // namespace AscendC

#endif
