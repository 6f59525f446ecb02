// High-level mathematics and activations: contiguous elements, one loop per function and type.
#include <fmt/format.h>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

struct Range {
    uint64_t begin;
    uint64_t end;

    bool Meets(const Range& other) const { return begin < other.end && other.begin < end; }
};

Range RangeOf(const Operand& operand, uint64_t bytes) { return {operand.address, operand.address + bytes}; }

// The function works in several passes over its operands, so they must be the same or apart.
void CheckOverlap(const Core& core, const Instruction& instruction, uint32_t tensors) {
    const uint64_t bytes = uint64_t(instruction.count) * SizeOf(instruction.operand[0].type);
    const Range dst = RangeOf(instruction.operand[0], bytes);
    for (uint32_t i = 1; i < tensors; ++i) {
        const Range src = RangeOf(instruction.operand[i], bytes);
        if (src.Meets(dst) && src.begin != dst.begin) [[unlikely]] {
            RaiseInstruction(
                core, instruction, FaultKind::kBadParameter, int32_t(i), dst.begin,
                fmt::format("dst covers bytes {} to {} and {} bytes {} to {}, expected the same tensor or "
                            "tensors apart",
                            dst.begin, dst.end, OperandName(instruction, i), src.begin, src.end),
                "use another buffer for dst");
        }
    }
    if (!instruction.has_temporary) {
        return;
    }
    const Operand& operand = instruction.operand[tensors];
    const Range temporary = RangeOf(operand, TemporaryOf(core, instruction).least);
    for (uint32_t i = 0; i < tensors; ++i) {
        if (RangeOf(instruction.operand[i], bytes).Meets(temporary)) [[unlikely]] {
            RaiseInstruction(
                core, instruction, FaultKind::kBadParameter, int32_t(tensors), temporary.begin,
                fmt::format("tmp overlaps {}, expected a buffer of its own", OperandName(instruction, i)),
                "take it from another TBuf");
        }
    }
}

}  // namespace

TemporaryBytes TemporaryOf(const Core& core, const Instruction& instruction) {
    const TemporaryRule rule =
        TemporaryRulesOf(instruction.opcode)
            .Of(instruction.operand[0].type, core.column == ChipColumn::k310P, instruction.reuse_source);
    return {rule.Least(), rule.Most(instruction.count)};
}

void IssueMath(Instruction& instruction, const Operand& given) {
    const Core& core = ThisCore();
    if (core.kind != CoreKind::kCube) {
        CheckType(core, instruction);  // rather than to ask for a buffer first
    }
    const TemporaryBytes bytes = instruction.count == 0 ? TemporaryBytes{} : TemporaryOf(core, instruction);
    IssueWithTemporary(instruction, bytes, given);
}

void ExecuteMath(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    core.mask = MaskState{};
    if (instruction.count == 0) {
        return;
    }
    const ElementType type = instruction.operand[0].type;
    const uint32_t tensors = instruction.operands - (instruction.has_temporary ? 1u : 0u);
    uint8_t* data[3] = {};
    for (uint32_t i = 0; i < tensors; ++i) {
        data[i] = ResolveUb(core, instruction, i, uint64_t(instruction.count) * SizeOf(type));
    }
    CheckOverlap(core, instruction, tensors);
    if (IsWatched(core)) [[unlikely]] {
        AnnounceElements(core, instruction, data, instruction.count, tensors);
        if (instruction.has_temporary) {
            AnnounceTemporary(core, instruction, TemporaryOf(core, instruction).most);
        }
    }
    const VectorLoop loop =
        core.loops->math[static_cast<uint32_t>(instruction.opcode)][static_cast<uint32_t>(type)];
    loop(data[0], data[1], tensors > 2 ? data[2] : data[0], instruction.scalar, instruction.count);
}

}  // namespace aclnn_cpu::aicore
