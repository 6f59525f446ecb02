// The state of a core that copies depend on, and the check of functions made of several instructions.
#include <fmt/format.h>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

void ExecuteCopyState(Core& core, const Instruction& instruction) {
    const ElementType type = instruction.operand[0].type;
    if (instruction.opcode == Opcode::kSetAtomicNone) {
        core.atomic = AtomicState{};
        return;
    }
    CheckType(core, instruction);
    switch (instruction.opcode) {
        case Opcode::kSetAtomicAdd:
            core.atomic = {type, Opcode::kAdd, instruction.opcode, instruction.site};
            return;
        case Opcode::kSetAtomicMax:
            core.atomic = {type, Opcode::kMax, instruction.opcode, instruction.site};
            return;
        case Opcode::kSetAtomicMin:
            core.atomic = {type, Opcode::kMin, instruction.opcode, instruction.site};
            return;
        case Opcode::kSetAtomicType:
            core.atomic = {type, core.atomic.operation, instruction.opcode, instruction.site};
            return;
        default:  // kSetPadValue
            core.has_pad_value = true;
            core.pad_value = instruction.scalar;
            return;
    }
}

void ExecuteComposite(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    if (core.memories.Allocated(MemoryKind::kUb) + kBlockBytes > core.memories.Size(MemoryKind::kUb))
        [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kOutOfMemory, -1, core.memories.Size(MemoryKind::kUb),
                         fmt::format("the buffers take all {} bytes of UB, expected at least {} left over",
                                     core.memories.Size(MemoryKind::kUb), kBlockBytes),
                         "use smaller or fewer buffers");
    }
}

}  // namespace aclnn_cpu::aicore
