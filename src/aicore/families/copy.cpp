// DataCopy and DataCopyPad: bursts of bytes between global and local memory.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint32_t kMaxBursts = 4095;
constexpr uint32_t kMaxPadBurstBytes = 2'097'151;

uint64_t RoundUp(uint64_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes; }

struct Copy {
    Core& core;
    const Instruction& instruction;
    bool padded;        // DataCopyPad
    uint64_t elements;  // bytes of an element
    uint64_t left;      // bytes of padding
    uint64_t right;

    const CopyShape& shape() const { return instruction.As<CopyShape>(); }
    // What a burst occupies on the local side.
    uint64_t LocalBytes() const {
        return padded ? RoundUp(left + shape().burst_bytes + right) : uint64_t(shape().burst_bytes);
    }
};

void CheckShape(const Copy& copy) {
    const Instruction& instruction = copy.instruction;
    const CopyShape& shape = copy.shape();
    if (shape.bursts > kMaxBursts) [[unlikely]] {
        RaiseInstruction(copy.core, instruction, FaultKind::kBadParameter, -1, kMaxBursts,
                         fmt::format("blockCount is {}, expected at most {}", shape.bursts, kMaxBursts),
                         "copy in several parts");
    }
    if (copy.padded && shape.burst_bytes > kMaxPadBurstBytes) [[unlikely]] {
        RaiseInstruction(
            copy.core, instruction, FaultKind::kBadParameter, -1, kMaxPadBurstBytes,
            fmt::format("blockLen is {} bytes, expected at most {}", shape.burst_bytes, kMaxPadBurstBytes),
            "copy in several parts");
    }
    if (std::max(copy.left, copy.right) > kBlockBytes) [[unlikely]] {
        RaiseInstruction(
            copy.core, instruction, FaultKind::kBadParameter, 0, kBlockBytes,
            fmt::format("padding is {} bytes left and {} right, expected at most {} on either side",
                        copy.left, copy.right, kBlockBytes),
            "fill the rest with Duplicate");
    }
}

// The bytes of a local operand, having checked alignment and that `bursts` bursts of `burst` bytes fit.
uint8_t* ResolveLocal(const Copy& copy, uint32_t index, uint64_t burst, uint64_t gap) {
    const Core& core = copy.core;
    const Operand& operand = copy.instruction.operand[index];
    const MemoryKind kind = MemoryOf(operand.position);
    if (kind == MemoryKind::kCount) [[unlikely]] {
        RaiseInstruction(core, copy.instruction, FaultKind::kBadParameter, int32_t(index), 0,
                         fmt::format("{} is in {}, expected a tensor in local memory",
                                     OperandName(copy.instruction, index), PositionName(operand.position)),
                         "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    if (operand.address % kBlockBytes != 0) [[unlikely]] {
        RaiseInstruction(core, copy.instruction, FaultKind::kMisaligned, int32_t(index), kBlockBytes,
                         fmt::format("{} starts at byte address {}, expected a multiple of {}",
                                     OperandName(copy.instruction, index), operand.address, kBlockBytes),
                         fmt::format("slice {} tensors at multiples of {} elements", TypeName(operand.type),
                                     kBlockBytes / SizeOf(operand.type)));
    }
    const uint64_t limit = core.memories.Size(kind);
    const uint64_t end = operand.address + (copy.shape().bursts - 1) * (burst + gap) + burst;
    if (end > limit) [[unlikely]] {
        RaiseInstruction(
            core, copy.instruction, FaultKind::kOutOfBounds, int32_t(index), limit,
            fmt::format("{} ends at byte {}, expected at most {}, the size of {} on {}",
                        OperandName(copy.instruction, index), end, limit, MemoryName(kind), core.soc->name),
            "copy fewer elements or allocate the buffer they need");
    }
    if (index == 0) {
        copy.core.memories.Touch(kind, operand.address, end);
    }
    return copy.core.memories.At(kind, operand.address);
}

uint8_t* ResolveGlobal(const Copy& copy, uint32_t index) {
    const Operand& operand = copy.instruction.operand[index];
    if (operand.address == 0) [[unlikely]] {
        RaiseInstruction(copy.core, copy.instruction, FaultKind::kBadParameter, int32_t(index), 0,
                         fmt::format("{} is a null address", OperandName(copy.instruction, index)),
                         "call SetGlobalBuffer with the kernel's argument");
    }
    return reinterpret_cast<uint8_t*>(operand.address);
}

// Both sides are plain bytes: `burst` bytes each, then a gap.
void CopyBursts(uint8_t* dst, uint64_t dst_step, const uint8_t* src, uint64_t src_step,
                const CopyShape& shape) {
    for (uint32_t i = 0; i < shape.bursts; ++i) {
        std::memmove(dst + i * dst_step, src + i * src_step, shape.burst_bytes);
    }
}

void FillElements(uint8_t* dst, uint64_t bytes, const void* element, uint64_t size) {
    for (uint64_t done = 0; done < bytes; done += size) {
        std::memcpy(dst + done, element, std::min(size, bytes - done));
    }
}

// GM to UB with padding. What fills the rest of the last 32-byte block: the padding value if isPad; else the
// burst's first element, or nothing one may rely on once padding was asked for.
void CopyPadIn(const Copy& copy, uint8_t* dst, const uint8_t* src) {
    const CopyShape& shape = copy.shape();
    const uint64_t local = copy.LocalBytes();
    for (uint32_t i = 0; i < shape.bursts; ++i) {
        uint8_t* to = dst + i * (local + shape.dst_gap);
        const uint8_t* from = src + i * (shape.burst_bytes + shape.src_gap);
        std::memmove(to + copy.left, from, shape.burst_bytes);
        uint8_t* after = to + copy.left + shape.burst_bytes;
        const uint64_t rest = local - copy.left - shape.burst_bytes;
        if (shape.pad) {
            FillElements(to, copy.left, &shape.pad_value, copy.elements);
            FillElements(after, rest, &shape.pad_value, copy.elements);
        } else if (copy.left == 0 && copy.right == 0) {
            FillElements(after, rest, to, std::min<uint64_t>(copy.elements, shape.burst_bytes));
        } else {
            std::memset(to, kPoison, copy.left);
            std::memset(after, kPoison, rest);
        }
    }
}

}  // namespace

void ExecuteCopy(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    const auto& shape = instruction.As<CopyShape>();
    const uint64_t element = SizeOf(instruction.operand[0].type);
    const bool padded =
        instruction.opcode == Opcode::kDataCopyPadIn || instruction.opcode == Opcode::kDataCopyPadOut;
    const Copy copy{core, instruction, padded, element, shape.left * element, shape.right * element};
    CheckShape(copy);
    if (shape.bursts == 0 || shape.burst_bytes == 0) {
        return;
    }
    const uint64_t local = copy.LocalBytes();
    switch (instruction.opcode) {
        case Opcode::kDataCopyPadIn:
            CopyPadIn(copy, ResolveLocal(copy, 0, local, shape.dst_gap), ResolveGlobal(copy, 1));
            return;
        case Opcode::kDataCopyIn:
            CopyBursts(ResolveLocal(copy, 0, local, shape.dst_gap), local + shape.dst_gap,
                       ResolveGlobal(copy, 1), shape.burst_bytes + shape.src_gap, shape);
            return;
        case Opcode::kDataCopyLocal:
            CopyBursts(ResolveLocal(copy, 0, local, shape.dst_gap), local + shape.dst_gap,
                       ResolveLocal(copy, 1, local, shape.src_gap), local + shape.src_gap, shape);
            return;
        default:  // to global memory
            CopyBursts(ResolveGlobal(copy, 0), shape.burst_bytes + shape.dst_gap,
                       ResolveLocal(copy, 1, local, shape.src_gap), local + shape.src_gap, shape);
            return;
    }
}

}  // namespace aclnn_cpu::aicore
