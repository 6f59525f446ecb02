// DataCopy and DataCopyPad.
#ifndef ACLNN_CPU_ASCENDC_DATA_COPY_H
#define ACLNN_CPU_ASCENDC_DATA_COPY_H

#include <cstdint>
#include <cstring>

#include "ascendc/emulator.h"
#include "ascendc/params.h"
#include "ascendc/tensor.h"

namespace AscendC {

namespace aclnn_internal {

using aclnn_cpu::aicore::CopyShape;
using aclnn_cpu::aicore::Opcode;
using aclnn_cpu::aicore::Operand;

inline void IssueCopy(Opcode opcode, const Operand& dst, const Operand& src, const CopyShape& shape,
                      CallSite site) {
    aclnn_cpu::aicore::Instruction instruction;
    instruction.opcode = opcode;
    instruction.operand[0] = dst;
    instruction.operand[1] = src;
    instruction.details = &shape;
    instruction.site = site;
    aclnn_cpu::aicore::Issue(instruction);
}

// Whole 32-byte blocks only: what does not fill one is not copied.
template <typename T>
CopyShape WholeBlocks(uint32_t count) {
    CopyShape shape;
    shape.burst_bytes = static_cast<uint32_t>(uint64_t(count) * sizeof(T) / 32 * 32);
    return shape;
}

inline CopyShape Blocks(const DataCopyParams& params) {
    CopyShape shape;
    shape.bursts = params.blockCount;
    shape.burst_bytes = uint32_t(params.blockLen) * 32;
    shape.src_gap = uint64_t(params.srcStride) * 32;
    shape.dst_gap = uint64_t(params.dstStride) * 32;
    return shape;
}

// `Params` is either structure; strides of the local side count blocks, of the global side bytes.
template <typename Params>
CopyShape Bytes(const Params& params, bool local_dst) {
    CopyShape shape;
    shape.bursts = params.blockCount;
    shape.burst_bytes = params.blockLen;
    shape.src_gap = uint64_t(params.srcStride) * (local_dst ? 1 : 32);
    shape.dst_gap = uint64_t(params.dstStride) * (local_dst ? 32 : 1);
    return shape;
}

}  // namespace aclnn_internal

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const uint32_t count,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyIn, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::WholeBlocks<T>(count), site);
}

template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyOut, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::WholeBlocks<T>(count), site);
}

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyLocal, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::WholeBlocks<T>(count), site);
}

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& params,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyIn, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::Blocks(params), site);
}

template <typename T>
inline void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& params,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyOut, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::Blocks(params), site);
}

template <typename T>
inline void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& params,
                     CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyLocal, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::Blocks(params), site);
}

template <typename T>
inline void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                        const DataCopyExtParams& params, const DataCopyPadExtParams<T>& pad,
                        CallSite site = CallSite::Here()) {
    aclnn_internal::CopyShape shape = aclnn_internal::Bytes(params, true);
    shape.pad = pad.isPad;
    shape.left = pad.leftPadding;
    shape.right = pad.rightPadding;
    std::memcpy(&shape.pad_value, &pad.paddingValue, sizeof(T));
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyPadIn, dst.AsOperand(), src.AsOperand(), shape,
                              site);
}

template <typename T>
inline void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& params,
                        const DataCopyPadParams& pad, CallSite site = CallSite::Here()) {
    aclnn_internal::CopyShape shape = aclnn_internal::Bytes(params, true);
    shape.pad = pad.isPad;
    shape.left = pad.leftPadding;
    shape.right = pad.rightPadding;
    shape.pad_value = pad.paddingValue;
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyPadIn, dst.AsOperand(), src.AsOperand(), shape,
                              site);
}

template <typename T>
inline void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                        const DataCopyExtParams& params, CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyPadOut, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::Bytes(params, false), site);
}

template <typename T>
inline void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& params,
                        CallSite site = CallSite::Here()) {
    aclnn_internal::IssueCopy(aclnn_internal::Opcode::kDataCopyPadOut, dst.AsOperand(), src.AsOperand(),
                              aclnn_internal::Bytes(params, false), site);
}

}  // namespace AscendC

#endif
