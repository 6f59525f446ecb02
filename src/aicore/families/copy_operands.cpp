// What a copy must hold to, and where its operands lie.
#include <fmt/format.h>

#include <algorithm>

#include "aicore/families/copy.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint32_t kMaxBursts = 4095;
constexpr uint32_t kMaxPadBurstBytes = 2'097'151;

[[noreturn]] void RaiseField(const Copy& copy, uint64_t limit, std::string problem, std::string remedy) {
    RaiseInstruction(copy.core, copy.instruction, FaultKind::kBadParameter, -1, limit, std::move(problem),
                     std::move(remedy));
}

void CheckShape(const Copy& copy) {
    const CopyShape& shape = copy.shape;
    if (shape.bursts > kMaxBursts && shape.loop_count == 0) [[unlikely]] {
        RaiseField(copy, kMaxBursts,
                   fmt::format("blockCount is {}, expected at most {}", shape.bursts, kMaxBursts),
                   "copy in several parts");
    }
    if (!shape.whole_blocks && !shape.compact) {
        return;
    }
    if (shape.burst_bytes > kMaxPadBurstBytes) [[unlikely]] {
        RaiseField(
            copy, kMaxPadBurstBytes,
            fmt::format("blockLen is {} bytes, expected at most {}", shape.burst_bytes, kMaxPadBurstBytes),
            "copy in several parts");
    }
    if (std::max(copy.left, copy.right) > kBlockBytes) [[unlikely]] {
        RaiseField(copy, kBlockBytes,
                   fmt::format("padding is {} bytes left and {} right, expected at most {} on either side",
                               copy.left, copy.right, kBlockBytes),
                   "fill the rest with Duplicate");
    }
    const ElementType type = copy.instruction.operand[0].type;
    if (shape.pad && shape.pad_value != 0 && SizeOf(type) == 8) [[unlikely]] {
        RaiseField(copy, 0,
                   fmt::format("paddingValue of {} is {:#x}, expected 0", TypeName(type), shape.pad_value),
                   "pad with 0, or copy as elements of half the size");
    }
}

void CheckSupport(const Copy& copy) {
    const Core& core = copy.core;
    const InstructionInfo& info = InfoOf(copy.instruction.opcode);
    const ElementType type = copy.instruction.operand[0].type;
    const uint32_t types = info.types[core.column];
    if ((types & table::Bit(type)) == 0) [[unlikely]] {
        const std::string way =
            fmt::format("from {} to {}", MemoryName(copy.way.src), MemoryName(copy.way.dst));
        const std::string taken = types == 0 ? "or on any other type" : "it takes " + TypeList(types);
        RaiseInstruction(
            core, copy.instruction, FaultKind::kUnsupported, 0, 0,
            fmt::format("{} has no {} {} on {}, {}", core.soc->name, info.api_name, way, TypeName(type),
                        taken),
            types == 0 ? "take a way that the chip has" : "ReinterpretCast the tensors to a type it takes");
    }
}

uint8_t* ResolveLocal(const Copy& copy, uint32_t index) {
    const Core& core = copy.core;
    const Instruction& instruction = copy.instruction;
    const Operand& operand = instruction.operand[index];
    const MemoryKind expected = index == 0 ? copy.way.dst : copy.way.src;
    if (MemoryOf(operand.position) != expected) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(index), 0,
                         fmt::format("{} is in {}, expected a tensor in {}", OperandName(instruction, index),
                                     PositionName(operand.position), MemoryName(expected)),
                         "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    uint64_t low_bits = operand.address | (index == 0 ? copy.shape.dst_gap : copy.shape.src_gap);
    for (uint32_t i = 0; i < copy.shape.loop_count; ++i) {
        low_bits |= index == 0 ? copy.shape.loops[i].dst_step : copy.shape.loops[i].src_step;
    }
    if (low_bits % kBlockBytes != 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kMisaligned, int32_t(index), kBlockBytes,
                         operand.address % kBlockBytes == 0
                             ? fmt::format("parts of {} lie at byte distances that are no multiples of {}",
                                           OperandName(instruction, index), kBlockBytes)
                             : fmt::format("{} starts at byte address {}, expected a multiple of {}",
                                           OperandName(instruction, index), operand.address, kBlockBytes),
                         fmt::format("slice {} tensors at multiples of {} elements", TypeName(operand.type),
                                     kBlockBytes / SizeOf(operand.type)));
    }
    const uint64_t limit = core.memories.Size(expected);
    const uint64_t end = operand.address + copy.Extent(index);
    if (end > limit || end < operand.address) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, int32_t(index), limit,
            fmt::format("{} ends at byte {}, expected at most {}, the size of {} on {}",
                        OperandName(instruction, index), end, limit, MemoryName(expected), core.soc->name),
            "copy fewer elements or allocate the buffer they need");
    }
    if (index == 0) {
        copy.core.memories.Touch(expected, operand.address, end);
    }
    return copy.core.memories.At(expected, operand.address);
}

[[noreturn]] void RaiseGlobal(const Copy& copy, uint32_t index) {
    const Operand& operand = copy.instruction.operand[index];
    const std::string_view name = OperandName(copy.instruction, index);
    RaiseInstruction(copy.core, copy.instruction, FaultKind::kBadParameter, int32_t(index), 0,
                     operand.address == 0
                         ? fmt::format("{} is a null address", name)
                         : fmt::format("{} bytes of {} from address {:#x} are no memory of this machine",
                                       copy.Extent(index), name, operand.address),
                     "call SetGlobalBuffer with the kernel's argument");
}

uint8_t* ResolveGlobal(const Copy& copy, uint32_t index) {
    const Operand& operand = copy.instruction.operand[index];
    if (!MayBeGlobal(operand.address, copy.Extent(index))) [[unlikely]] {
        RaiseGlobal(copy, index);
    }
    const Opcode opcode = copy.instruction.opcode;
    const uint64_t alignment =
        opcode == Opcode::kDataCopyIn || opcode == Opcode::kDataCopyOut ? SizeOf(operand.type) : 1;
    if ((operand.address & (alignment - 1)) != 0) [[unlikely]] {
        RaiseInstruction(copy.core, copy.instruction, FaultKind::kMisaligned, int32_t(index), alignment,
                         fmt::format("{} starts at address {:#x}, expected a multiple of {}, the size of {}",
                                     OperandName(copy.instruction, index), operand.address, alignment,
                                     TypeName(operand.type)),
                         "use DataCopyPad, which takes any address of global memory");
    }
    return reinterpret_cast<uint8_t*>(operand.address);
}

}  // namespace

Way WayOf(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::kDataCopyInL1:
            return {MemoryKind::kL1, kGlobal};
        case Opcode::kDataCopyOutL1:
            return {kGlobal, MemoryKind::kL1};
        case Opcode::kDataCopyLocal:
            return {MemoryKind::kUb, MemoryKind::kUb};
        case Opcode::kDataCopyToL1:
        case Opcode::kDataCopyNd2NzToL1:
            return {MemoryKind::kL1, MemoryKind::kUb};
        case Opcode::kDataCopyNd2Nz:  // to either
            return {MemoryOf(instruction.operand[0].position) == MemoryKind::kL1 ? MemoryKind::kL1
                                                                                 : MemoryKind::kUb,
                    kGlobal};
        case Opcode::kDataCopyOut:
        case Opcode::kDataCopyPadOut:
        case Opcode::kDataCopyPadCompactOut:
        case Opcode::kDataCopySliceOut:
        case Opcode::kDataCopyNz2Nd:
            return {kGlobal, MemoryKind::kUb};
        default:
            return {MemoryKind::kUb, kGlobal};
    }
}

void CheckCopy(const Copy& copy) {
    CheckSupport(copy);
    CheckShape(copy);
}

// Loops that go over the same bytes again and again, as with a stride of 0, would run for hours.
void CheckLoops(const Copy& copy) {
    const CopyShape& shape = copy.shape;
    const MemoryKind local = copy.IsGlobal(0) ? copy.way.src : copy.way.dst;
    const uint64_t limit = copy.core.memories.Size(local);
    uint64_t bytes = shape.bursts * copy.local;  // of 32 bits each
    for (uint32_t i = 0; i < shape.loop_count && bytes <= limit; ++i) {
        bytes *= shape.loops[i].count;
    }
    if (bytes > limit) [[unlikely]] {
        RaiseInstruction(
            copy.core, copy.instruction, FaultKind::kOutOfBounds, copy.IsGlobal(0) ? 1 : 0, limit,
            fmt::format("the parts have {} bytes or more, expected at most {}, the size of {} on {}", bytes,
                        limit, MemoryName(local), copy.core.soc->name),
            "check the lengths, strides and extents");
    }
}

uint8_t* ResolveSide(const Copy& copy, uint32_t index) {
    return copy.IsGlobal(index) ? ResolveGlobal(copy, index) : ResolveLocal(copy, index);
}

}  // namespace aclnn_cpu::aicore
