// Copies that change a layout, as loops around bursts.
#include <fmt/format.h>

#include <algorithm>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "ascendc/copy_params.h"
#include "ascendc/cuts.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint32_t kMaxDimensions = 8;
constexpr uint64_t kColumn = 16;  // elements of a row of a chunk in an NZ matrix in UB

Instruction MakeCopy(Opcode opcode, const Operand& dst, const Operand& src, const CopyShape& shape,
                     const CallSite& site) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.operand[0] = dst;
    instruction.operand[1] = src;
    instruction.details = &shape;
    instruction.site = site;
    return instruction;
}

void CheckField(const Instruction& instruction, const char* field, uint64_t value, uint64_t least,
                uint64_t most) {
    if (value < least || value > most) [[unlikely]] {
        RaiseInstruction(ThisCore(), instruction, FaultKind::kBadParameter, -1, most,
                         fmt::format("{} is {}, expected {} to {}", field, value, least, most),
                         "copy in several parts");
    }
}

// A product of numbers of a slice. No tensor has a dimension of 2^40 bytes; beyond that, sums would wrap.
uint64_t Product(const Instruction& instruction, uint64_t a, uint64_t b, const char* what) {
    constexpr uint64_t kMost = uint64_t(1) << 40;
    uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product > kMost) [[unlikely]] {
        RaiseInstruction(
            ThisCore(), instruction, FaultKind::kBadParameter, -1, kMost,
            fmt::format("{} of a slice is {} x {} bytes, expected at most {}", what, a, b, kMost),
            "check the members of the SliceInfo");
    }
    return product;
}

void Advance(Operand& operand, uint64_t bytes) {
    operand.address += bytes;
    if (operand.bytes != kUnknownBytes) {
        operand.bytes -= std::min(operand.bytes, bytes);
    }
}

// How many pieces of `piece` elements a slice has.
uint64_t Pieces(const AscendC::SliceInfo& slice, uint64_t piece) {
    const uint64_t covered = uint64_t(slice.endIndex) - slice.startIndex + 1 + slice.stride;
    return slice.endIndex < slice.startIndex || piece + slice.stride == 0 ? 0
                                                                          : covered / (piece + slice.stride);
}

}  // namespace

void CopySlices(Opcode opcode, const Operand& dst, const Operand& src, const AscendC::SliceInfo* dst_slices,
                const AscendC::SliceInfo* src_slices, uint32_t dimensions, CallSite site) {
    const uint64_t size = SizeOf(src.type);
    CopyLoop loops[kMaxDimensions];
    CopyShape shape;
    Instruction instruction = MakeCopy(opcode, dst, src, shape, site);
    CheckField(instruction, "dimValue", dimensions, 1, kMaxDimensions);
    const uint64_t piece = src_slices[0].burstLen * kBlockBytes / size;
    CheckField(instruction, "burstLen", src_slices[0].burstLen, 0, UINT32_MAX / kBlockBytes);
    shape.bursts = static_cast<uint32_t>(std::min<uint64_t>(Pieces(src_slices[0], piece), UINT32_MAX));
    shape.burst_bytes = static_cast<uint32_t>(piece * size);
    shape.src_gap = src_slices[0].stride * size;
    shape.dst_gap = dst_slices[0].stride * size;
    shape.loops = loops;
    shape.loop_count = static_cast<uint8_t>(dimensions - 1);
    uint64_t src_row = size;  // bytes of one index of the dimension
    uint64_t dst_row = size;
    for (uint32_t i = 0; i < dimensions; ++i) {
        const AscendC::SliceInfo& from = src_slices[i];
        const AscendC::SliceInfo& to = dst_slices[i];
        const uint64_t length = i == 0 ? piece : 1;
        const uint64_t pieces = Pieces(from, length);
        if (Pieces(to, length) != pieces || from.burstLen != to.burstLen) [[unlikely]] {
            RaiseInstruction(
                ThisCore(), instruction, FaultKind::kBadParameter, -1, pieces,
                fmt::format("dimension {} has {} pieces of burstLen {} in src and {} of {} in dst", i, pieces,
                            from.burstLen, Pieces(to, length), to.burstLen),
                "give both the same number and length");
        }
        Advance(instruction.operand[0], Product(instruction, to.startIndex, dst_row, "the start"));
        Advance(instruction.operand[1], Product(instruction, from.startIndex, src_row, "the start"));
        if (i != 0) {
            loops[dimensions - 1 - i] = {
                static_cast<uint32_t>(std::min<uint64_t>(pieces, UINT32_MAX)),
                Product(instruction, 1 + uint64_t(from.stride), src_row, "the stride"),
                Product(instruction, 1 + uint64_t(to.stride), dst_row, "the stride")};
        }
        src_row = Product(instruction, src_row, from.shapeValue, "the extent");
        dst_row = Product(instruction, dst_row, to.shapeValue, "the extent");
    }
    Issue(instruction);
}

void CopyNd2Nz(Opcode opcode, const Operand& dst, const Operand& src, const AscendC::Nd2NzParams& params,
               CallSite site) {
    const uint64_t size = SizeOf(src.type);
    const uint64_t row = params.dValue * size;
    CopyShape shape;
    shape.bursts = params.nValue;
    shape.burst_bytes = params.dValue == 0 ? 0 : static_cast<uint32_t>(kBlockBytes);
    shape.last_bytes = static_cast<uint32_t>(row % kBlockBytes);
    shape.src_gap = params.srcDValue * size - kBlockBytes;  // may be negative: modulo 2^64
    shape.dst_gap = (uint64_t(params.dstNzNStride) - 1) * kBlockBytes;
    shape.whole_blocks = true;
    shape.pad = true;
    const auto chunks = static_cast<uint32_t>((row + kBlockBytes - 1) / kBlockBytes);
    const CopyLoop loops[] = {
        {params.ndNum, params.srcNdMatrixStride * size, params.dstNzMatrixStride * size},
        {chunks, kBlockBytes, params.dstNzC0Stride * kBlockBytes}};
    shape.loops = loops;
    shape.loop_count = 2;
    Instruction instruction = MakeCopy(opcode, dst, src, shape, site);
    AscendC::aclnn_internal::CutNotes notes;
    notes.Add(instruction, params);
    if (params.ndNum != 0 && params.nValue != 0 && params.dValue != 0) {
        CheckField(instruction, "ndNum", params.ndNum, 0, 4095);
        CheckField(instruction, "nValue", params.nValue, 0, 16384);
        CheckField(instruction, "srcDValue", params.srcDValue, 1, 65535);
        CheckField(instruction, "dstNzC0Stride", params.dstNzC0Stride, 1, 16384);
        CheckField(instruction, "dstNzNStride", params.dstNzNStride, 1, 16384);
    }
    Issue(instruction);
}

void CopyNz2Nd(Opcode opcode, const Operand& dst, const Operand& src, const AscendC::Nz2NdParamsFull& params,
               CallSite site) {
    const uint64_t size = SizeOf(src.type);
    CopyShape shape;
    shape.bursts = params.nValue;
    shape.burst_bytes = static_cast<uint32_t>(kColumn * size);
    shape.dst_gap = (params.dstDStride - kColumn) * size;  // may be negative: modulo 2^64
    const CopyLoop loops[] = {
        {params.ndNum, params.srcNdMatrixStride * kColumn * kColumn * size, params.dstNdMatrixStride * size},
        {static_cast<uint32_t>(params.dValue / kColumn), params.srcNStride * kColumn * size, kColumn * size}};
    shape.loops = loops;
    shape.loop_count = 2;
    Instruction instruction = MakeCopy(opcode, dst, src, shape, site);
    AscendC::aclnn_internal::CutNotes notes;
    notes.Add(instruction, params);
    if (params.ndNum != 0) {
        CheckField(instruction, "ndNum", params.ndNum, 0, 4095);
        CheckField(instruction, "nValue", params.nValue, 1, 8192);
        CheckField(instruction, "dValue", params.dValue, 1, 8192);
        CheckField(instruction, "dValue % 16", params.dValue % kColumn, 0, 0);
        CheckField(instruction, "srcNdMatrixStride", params.srcNdMatrixStride, 1, 512);
        CheckField(instruction, "srcNStride", params.srcNStride, 0, 4096);
        CheckField(instruction, "dstDStride", params.dstDStride, 1, 65535);
    }
    Issue(instruction);
}

void RefuseEnhancedCopy(Opcode opcode, const Operand& dst, const Operand& src, CallSite site) {
    const CopyShape shape;
    const Core& core = ThisCore();
    RaiseInstruction(
        core, MakeCopy(opcode, dst, src, shape, site), FaultKind::kUnsupported, -1, 0,
        fmt::format("{} copies nothing but plain bursts here, and DataCopyEnhancedParams asks for more",
                    core.soc->name),
        "leave DataCopyEnhancedParams as it is constructed, and convert by Cast or Relu");
}

}  // namespace aclnn_cpu::aicore
