#include "aicore/families/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

uint64_t LeadingBits(uint64_t n) { return n >= 64 ? ~uint64_t(0) : (uint64_t(1) << n) - 1; }

// Whether the mask chooses every element of a repeat.
bool IsFull(uint64_t low, uint64_t high, uint64_t per_repeat) {
    return (low & LeadingBits(per_repeat)) == LeadingBits(per_repeat) &&
           (per_repeat <= 64 || (high & LeadingBits(per_repeat - 64)) == LeadingBits(per_repeat - 64));
}

Plan CounterPlan(uint64_t elements, uint64_t per_repeat) {
    const uint64_t repeats = (elements + per_repeat - 1) / per_repeat;
    return {per_repeat, repeats, elements - (repeats == 0 ? 0 : (repeats - 1) * per_repeat), 0, 0, true};
}

}  // namespace

void SetMaskNumber(MaskState& mask, uint64_t number) {
    mask.low = LeadingBits(number);
    mask.high = number > 64 ? LeadingBits(number - 64) : 0;
}

Plan MakePlan(Core& core, const Instruction& instruction, uint64_t per_repeat) {
    MaskState& mask = core.mask;
    if (instruction.mask_source == MaskSource::kElements) {
        mask = MaskState{};  // the count form works in counter mode and restores normal mode and a full mask
        return CounterPlan(instruction.count, per_repeat);
    }
    const bool counter = mask.mode == AscendC::MaskMode::COUNTER;
    if (instruction.mask_source == MaskSource::kBits ||
        (instruction.mask_source == MaskSource::kNumber && counter)) {
        mask.low = instruction.mask[0];
        mask.high = instruction.mask[1];
    } else if (instruction.mask_source == MaskSource::kNumber) {
        SetMaskNumber(mask, std::min(instruction.mask[0], per_repeat));
    }
    if (counter) {
        CheckElements(core, instruction, mask.low & 0xFFFFFFFFu, 1);
        return CounterPlan(mask.low & 0xFFFFFFFFu, per_repeat);
    }
    return {per_repeat,
            instruction.repeat,
            per_repeat,
            mask.low & LeadingBits(per_repeat),
            per_repeat > 64 ? mask.high & LeadingBits(per_repeat - 64) : 0,
            IsFull(mask.low, mask.high, per_repeat)};
}

void CheckElements(const Core& core, const Instruction& instruction, uint64_t per_repeat, uint64_t repeats) {
    constexpr uint64_t kMost = uint64_t(1) << 28;  // a thousand times what any UB holds
    if (per_repeat * repeats > kMost) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, kMost,
                         fmt::format("{} repeats of {} elements are too many, expected at most {} in all",
                                     repeats, per_repeat, kMost),
                         "check the mask, which counts elements here, and the number of repeats");
    }
}

uint64_t ElementsPerRepeat(const Instruction& instruction) {
    uint64_t widest = 1;
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        widest = std::max<uint64_t>(widest, SizeOf(instruction.operand[i].type));
    }
    return kRepeatBytes / widest;
}

void CheckType(const Core& core, const Instruction& instruction, uint32_t index) {
    const InstructionInfo& info = InfoOf(instruction.opcode);
    const ElementType type = instruction.operand[index].type;
    const uint32_t types = info.types[core.column];
    if ((types & table::Bit(type)) != 0) [[likely]] {
        return;
    }
    if (types == 0) {
        const std::string form = info.name == info.api_name ? "" : fmt::format(" ({})", info.name);
        RaiseInstruction(core, instruction, FaultKind::kUnsupported, int32_t(index), 0,
                         fmt::format("{} has no {}{} on {}, or on any other type", core.soc->name,
                                     info.api_name, form, TypeName(type)),
                         "use another instruction");
    }
    RaiseInstruction(core, instruction, FaultKind::kUnsupported, int32_t(index), 0,
                     fmt::format("{} has no {} on {}, it takes {}", core.soc->name, info.api_name,
                                 TypeName(type), TypeList(types)),
                     info.family == Family::kCopy ? "ReinterpretCast the tensors to a type it takes"
                                                  : "Cast to a type it has");
}

void CheckForm(const Core& core, const Instruction& instruction, uint32_t index) {
    const ElementType type = instruction.operand[index].type;
    if (instruction.mask_source != MaskSource::kElements &&
        (table::kCountFormOnly[core.column] & table::Bit(type)) != 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kUnsupported, int32_t(index), 0,
                         fmt::format("{} has no {} on {} with a mask and repeats, expected a count",
                                     core.soc->name, InfoOf(instruction.opcode).api_name, TypeName(type)),
                         "use the form that takes the number of elements");
    }
}

uint8_t* ResolveUb(Core& core, const Instruction& instruction, uint32_t index, uint64_t bytes,
                   uint64_t alignment) {
    const Operand& operand = instruction.operand[index];
    const MemoryKind kind = MemoryOf(operand.position);
    if (kind != MemoryKind::kUb) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(index), 0,
                         fmt::format("{} is in {}, expected a tensor in UB", OperandName(instruction, index),
                                     PositionName(operand.position)),
                         "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    if (operand.address % alignment != 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kMisaligned, int32_t(index), alignment,
                         fmt::format("{} starts at byte address {}, expected a multiple of {}",
                                     OperandName(instruction, index), operand.address, alignment),
                         fmt::format("slice {} tensors at multiples of {} elements", TypeName(operand.type),
                                     std::max<uint64_t>(1, alignment / SizeOf(operand.type))));
    }
    const uint64_t limit = core.memories.Size(kind);
    const uint64_t end = operand.address + bytes;
    if (end > limit || end < operand.address) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, int32_t(index), limit,
            fmt::format("{} ends at byte {}, expected at most {}, the size of {} on {}",
                        OperandName(instruction, index), end, limit, MemoryName(kind), core.soc->name),
            "work on fewer elements or allocate the buffer they need");
    }
    if (index == 0 && bytes != 0) {
        core.memories.Touch(kind, operand.address, end);
    }
    return core.memories.At(kind, operand.address);
}

Access Resolve(Core& core, const Instruction& instruction, uint32_t index, const Plan& plan) {
    const Operand& operand = instruction.operand[index];
    Access access;
    access.size = SizeOf(operand.type);
    access.per_block = kBlockBytes / access.size;
    if (instruction.mask_source == MaskSource::kElements) {
        access.repeat_bytes = plan.per_repeat * access.size;
    } else {
        access.block_bytes = operand.block_stride * kBlockBytes;
        access.repeat_bytes = operand.repeat_stride * kBlockBytes;
    }
    const auto width = static_cast<uint64_t>(plan.high != 0 ? 128 - std::countl_zero(plan.high)
                                                            : 64 - std::countl_zero(plan.low));
    const uint64_t last = plan.whole ? plan.last : width;
    uint64_t bytes = 0;
    if (plan.repeats > 1 && plan.whole) {
        bytes = access.Offset(plan.repeats - 2, plan.per_repeat - 1) + access.size;
    }
    if (last != 0) {
        bytes = std::max(bytes, access.Offset(plan.repeats - 1, last - 1) + access.size);
    }
    access.base = ResolveUb(core, instruction, index, bytes);
    return access;
}

}  // namespace aclnn_cpu::aicore
