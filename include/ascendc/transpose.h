// TransDataTo5HD and Transpose.
#ifndef ACLNN_CPU_ASCENDC_TRANSPOSE_H
#define ACLNN_CPU_ASCENDC_TRANSPOSE_H

#include <cstdint>

#include "ascendc/issue.h"

namespace AscendC {

namespace aclnn_internal {

inline Operand AtHostAddress(uint64_t address, aclnn_cpu::aicore::ElementType type) {
    Operand operand;
    operand.address = address;
    operand.type = type;
    return operand;
}

inline void IssueTransData(const aclnn_cpu::aicore::TransDataShape& shape, CallSite site) {
    Instruction instruction;
    instruction.opcode = Opcode::kTransDataTo5HD;
    instruction.operand[0] = shape.dst[0];
    instruction.operand[1] = shape.src[0];
    instruction.details = &shape;
    instruction.site = site;
    CutNotes notes;
    notes.Add(instruction, shape.params);
    aclnn_cpu::aicore::Issue(instruction);
}

}  // namespace aclnn_internal

// One repeat reads 16 blocks of src and writes 16 blocks of dst:
//   16-bit elements: dst[j][i] = src[i][j];
//   8-bit elements:  the same of 16 elements in the half of the block that params name;
//   32-bit elements: dst[2 k] = the k-th elements of src[0..7], dst[2 k + 1] of src[8..15].
// Each further repeat advances all addresses by the strides. With repeatTimes 1 the strides are added to the
// addresses as given: they must be 0 to start there.
template <typename T>
inline void TransDataTo5HD(const LocalTensor<T> (&dstList)[NCHW_CONV_ADDR_LIST_SIZE],
                           const LocalTensor<T> (&srcList)[NCHW_CONV_ADDR_LIST_SIZE],
                           const TransDataTo5HDParams& nchwconvParams, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::TransDataShape shape;
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        shape.dst[i] = dstList[i].AsOperand();
        shape.src[i] = srcList[i].AsOperand();
    }
    shape.params = nchwconvParams;
    aclnn_internal::IssueTransData(shape, site);
}
// Addresses as GetPhyAddr gives them.
template <typename T>
inline void TransDataTo5HD(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                           uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                           const TransDataTo5HDParams& nchwconvParams, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::TransDataShape shape;
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        shape.dst[i] = aclnn_internal::AtHostAddress(dstList[i], aclnn_cpu::aicore::ElementTypeOf<T>());
        shape.src[i] = aclnn_internal::AtHostAddress(srcList[i], aclnn_cpu::aicore::ElementTypeOf<T>());
    }
    shape.params = nchwconvParams;
    aclnn_internal::IssueTransData(shape, site);
}
// The addresses stand in UB.
template <typename T>
inline void TransDataTo5HD(const LocalTensor<uint64_t>& dst, const LocalTensor<uint64_t>& src,
                           const TransDataTo5HDParams& nchwconvParams, CallSite site = CallSite::Here()) {
    uint64_t dst_list[NCHW_CONV_ADDR_LIST_SIZE];
    uint64_t src_list[NCHW_CONV_ADDR_LIST_SIZE];
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        dst_list[i] = dst.GetValue(static_cast<uint32_t>(i), site);
        src_list[i] = src.GetValue(static_cast<uint32_t>(i), site);
    }
    TransDataTo5HD<T>(dst_list, src_list, nchwconvParams, site);
}

// A matrix of 16 x 16 elements of 16 bits; dst may be src.
template <typename T>
inline void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      CallSite site = CallSite::Here()) {
    const TransposeParamsExt params(0, 0, 16, 16, TransposeType::TRANSPOSE_ND2ND_B16);
    aclnn_internal::Vector(aclnn_internal::Opcode::kTranspose, 2, site)
        .Set(0, dst)
        .Set(1, src)
        .Details(&params)
        .Count(256);
}
// The same for TRANSPOSE_ND2ND_B16. TRANSPOSE_NCHW2NHWC and TRANSPOSE_NHWC2NCHW (not on Ascend310B): cSize up
// to 4095, hSize * wSize up to 4095 and whole blocks; dst may not be src. sharedTmpBuffer, which is left
// undefined, needs (on Ascend310P nothing) cSize + 2 or 2 cSize + 1 tiles of 32 / sizeof(T) columns and 16
// rows, 32 rows of 8-bit types.
template <typename T>
inline void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      const LocalTensor<uint8_t>& sharedTmpBuffer, const TransposeParamsExt& transposeParams,
                      CallSite site = CallSite::Here()) {
    using aclnn_internal::Opcode;
    const bool square = transposeParams.transposeType == TransposeType::TRANSPOSE_ND2ND_B16;
    if (transposeParams.transposeType == TransposeType::TRANSPOSE_TYPE_NONE) {
        return;
    }
    const auto images = uint32_t(transposeParams.nSize) * transposeParams.cSize * transposeParams.hSize *
                        transposeParams.wSize;
    aclnn_internal::Vector(square ? Opcode::kTranspose : Opcode::kTransposeImages, square ? 2 : 3, site)
        .Set(0, dst)
        .Set(1, src)
        .Set(2, sharedTmpBuffer)
        .Details(&transposeParams)
        .Parameters(transposeParams)
        .Count(square ? 256 : images);
}

}  // namespace AscendC

#endif
