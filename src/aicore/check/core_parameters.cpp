#include "aicore/check/core_parameters.h"

#include <fmt/format.h>

#include <string_view>

#include "aicore/families/loops.h"
#include "aicore/families/plan.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

// Whether there is a second burst or repeat, so that the distance between them counts.
bool Repeats(const Core& core, const Instruction& instruction) {
    switch (InfoOf(instruction.opcode).family) {
        case Family::kCopy: {
            const auto& shape = instruction.As<CopyShape>();
            return shape.bursts > 1 || shape.loop_count != 0;
        }
        case Family::kGatherMask:
            return instruction.As<GatherMaskShape>().params.repeatTimes > 1;
        default:
            return instruction.repeat > 1 || core.mask.mode == AscendC::MaskMode::COUNTER;
    }
}

// What a field can hold.
uint64_t MostOf(const FieldCut& cut) { return (uint64_t(1) << cut.bits) - 1; }

std::string Remedy(const Instruction& instruction, const FieldCut& cut) {
    const std::string_view structure = cut.structure == nullptr ? "" : cut.structure;
    const std::string_view name = cut.name;
    if (structure == "DataCopyParams" && name != "blockCount") {
        return "use DataCopyPad with DataCopyExtParams, which has 32 bits for it and counts bytes";
    }
    if (&cut == &instruction.cuts->between) {
        return InfoOf(instruction.opcode).family == Family::kCopy
                   ? "copy row by row"
                   : "issue one call per repeat, each with the tensors at its own offset";
    }
    return fmt::format("give at most {}, in several calls if need be", MostOf(cut));
}

[[noreturn]] void RaiseCut(const Core& core, const Instruction& instruction, const FieldCut& cut) {
    RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, MostOf(cut),
                     fmt::format("{}{} is {}, expected at most {}: the chip takes {}", cut.name,
                                 cut.structure == nullptr ? "" : fmt::format(" of {}", cut.structure),
                                 cut.given, MostOf(cut), static_cast<uint64_t>(cut.given) & MostOf(cut)),
                     Remedy(instruction, cut));
}

}  // namespace

void CheckParameters(const Core& core, const Instruction& instruction) {
    if (instruction.cuts == nullptr) [[likely]] {
        return;
    }
    if (instruction.cuts->any.name != nullptr) {
        RaiseCut(core, instruction, instruction.cuts->any);
    }
    if (Repeats(core, instruction)) {
        RaiseCut(core, instruction, instruction.cuts->between);
    }
}

namespace {

// Whether the chip has the comparison: where it lacks it, its executor says so.
bool HasComparison(const Core& core, const Instruction& instruction) {
    const uint32_t type = table::Bit(instruction.operand[1].type);
    const bool ordered = (table::kOnlyEqual[core.column] & type) == 0;
    return (InfoOf(instruction.opcode).types[core.column] & type) != 0 &&
           (ordered ? instruction.mode < kCompareModes
                    : instruction.mode == static_cast<uint8_t>(AscendC::CMPMODE::EQ));
}

}  // namespace

void CheckCompared(const Core& core, const Instruction& instruction) {
    if (InfoOf(instruction.opcode).family != Family::kCompare ||
        instruction.mask_source != MaskSource::kElements || !ComparesWholeRepeats(core.column) ||
        !HasComparison(core, instruction)) [[likely]] {
        return;
    }
    const uint64_t size = SizeOf(instruction.operand[1].type);
    const uint64_t per_repeat = kRepeatBytes / size;
    const uint64_t rest = instruction.count % per_repeat;
    if (rest != 0) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kBadParameter, -1, kRepeatBytes,
            fmt::format(
                "{} elements are {} bytes, expected a multiple of {} on {}: the last {} elements are not "
                "compared, and their bits stay as they were",
                instruction.count, instruction.count * size, kRepeatBytes, core.soc->name, rest),
            fmt::format(
                "round the count up to a multiple of {}, with tensors that hold so many, and leave the "
                "results of the rest alone",
                per_repeat));
    }
}

std::string NarrowRows(const Core& core, const Instruction& instruction) {
    if (InfoOf(instruction.opcode).family != Family::kCopy) {
        return {};
    }
    const auto& shape = instruction.As<CopyShape>();
    const bool rows = shape.whole_blocks && shape.loop_count == 0 && shape.bursts > 1;
    if (!rows || shape.burst_bytes == 0 || shape.burst_bytes >= kBlockBytes || shape.pad) {
        return {};
    }
    return fmt::format(
        "{} at {}: {} rows of {} bytes each start on a block of {} bytes in UB, and some devices spoil rows "
        "narrower than a block; copy them with padding to {} bytes, or as one row",
        Describe(core, instruction), Describe(instruction.site), shape.bursts, shape.burst_bytes, kBlockBytes,
        kBlockBytes);
}

std::string AtomicLeftOn(const Core& core) {
    if (core.atomic.type == ElementType::kCount) {
        return {};
    }
    return fmt::format(
        "{} at {}: atomic copies are still on when the kernel ends: what this core copies to global memory "
        "next "
        "may be combined with what is there; call SetAtomicNone behind the last of them, on every path",
        InfoOf(core.atomic.set_by).api_name, Describe(core.atomic.site));
}

}  // namespace aclnn_cpu::aicore::check
