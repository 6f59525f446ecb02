// Temporary buffers of high-level functions: the caller's, or what TPipe has left of UB.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

// What lies between the buffers of TPipe and the end of UB that kernels may use.
Operand RestOfUb(const Core& core, const Instruction& instruction, uint64_t least) {
    const std::string_view name = InfoOf(instruction.opcode).api_name;
    if (core.pipe == nullptr) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kPipeProtocol, -1, least,
                         fmt::format("{} needs a temporary buffer, but no TPipe is alive on this core", name),
                         "declare the TPipe before, or pass a sharedTmpBuffer");
    }
    const uint64_t used = core.memories.Allocated(MemoryKind::kUb);
    const uint64_t end = core.memories.Size(MemoryKind::kUb) - core.soc->ub_kept_back_bytes;
    const uint64_t left = used < end ? end - used : 0;
    if (left < least) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kOutOfMemory, -1, least,
                         fmt::format("{} needs a temporary buffer of {} bytes, but the buffers of TPipe "
                                     "leave {} of the {} bytes of "
                                     "UB on {}",
                                     name, least, left, end, core.soc->name),
                         "make the buffers smaller, or pass a sharedTmpBuffer");
    }
    Operand rest;
    rest.position = AscendC::TPosition::VECCALC;
    rest.address = used;
    rest.bytes = left;
    rest.type = ElementType::kUint8;
    return rest;
}

}  // namespace

void IssueWithTemporary(Instruction& instruction, TemporaryBytes bytes, const Operand& given) {
    Core& core = ThisCore();
    if (bytes.least == 0 || core.kind == CoreKind::kCube) {
        Issue(instruction);  // which does nothing on a cube core
        return;
    }
    const bool shared = given.position != AscendC::TPosition::GM;
    const Operand temporary = shared ? given : RestOfUb(core, instruction, bytes.least);
    const uint32_t index = instruction.operands;
    instruction.operand[index] = temporary;
    instruction.operands = static_cast<uint8_t>(index + 1);
    instruction.has_temporary = true;
    if (temporary.bytes < bytes.least) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, static_cast<int32_t>(index), bytes.least,
            fmt::format("tmp has {} bytes, expected at least {}", temporary.bytes, bytes.least),
            fmt::format("give it what Get{}MaxMinTmpSize answers", InfoOf(instruction.opcode).api_name));
    }
    const uint64_t used = std::min(temporary.bytes, bytes.most);
    uint8_t* buffer = ResolveUb(core, instruction, index, used);
    Issue(instruction);
    core.memories.Touch(MemoryKind::kUb, temporary.address, temporary.address + used);
    std::memset(buffer, kPoison, used);
}

}  // namespace aclnn_cpu::aicore
