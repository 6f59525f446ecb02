#include "aicore/check/mask_watch.h"

#include <fmt/format.h>

#include "aicore/families/plan.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

using AscendC::MaskMode;

constexpr std::string_view kRestore = "call SetMaskNorm and ResetMask where counter mode is no longer wanted";

bool IsFull(const Core& core) { return core.mask.low == ~uint64_t(0) && core.mask.high == ~uint64_t(0); }
bool IsCounter(const Core& core) { return core.mask.mode == MaskMode::COUNTER; }

uint64_t RepeatsOf(const Instruction& instruction) {
    if (InfoOf(instruction.opcode).family == Family::kReduce) {
        const int32_t repeats = instruction.As<ReduceShape>().repeats;
        return repeats < 0 ? 0 : static_cast<uint64_t>(repeats);
    }
    return instruction.repeat;
}

}  // namespace

std::string MaskWatch::Describe(const Call& call) {
    return call.site.file == nullptr ? std::string(call.name)
                                     : fmt::format("{} at {}", call.name, aicore::Describe(call.site));
}

bool IsMasked(const Instruction& instruction) {
    switch (InfoOf(instruction.opcode).family) {
        case Family::kUnary:
        case Family::kBinary:
        case Family::kScalar:
        case Family::kCast:
        case Family::kFill:
        case Family::kMixed:
        case Family::kMaskedCopy:
        case Family::kCompare:
        case Family::kCompareRegister:
        case Family::kSelect:
        case Family::kReduce:
        case Family::kIndex:
        case Family::kGather:
            return true;
        default:
            return false;
    }
}

void MaskWatch::OnMask(const Core& core, MaskMeaning meaning, const CallSite& site) {
    meaning_ = meaning == MaskMeaning::kAny && IsCounter(core) ? MaskMeaning::kNumber : meaning;
    mask_by_ = {IsFull(core) ? "ResetMask" : "SetVectorMask", site};
}

void MaskWatch::OnMaskMode(const Core& core, const CallSite& site) {
    counting_ = IsCounter(core);
    (counting_ ? count_by_ : normal_by_) = {counting_ ? "SetMaskCount" : "SetMaskNorm", site};
}

void MaskWatch::OnPipeReset(const Core& core) {
    if (!IsCounter(core) && IsFull(core)) {
        meaning_ = MaskMeaning::kAny;  // a new TPipe resets the mask
        counting_ = false;
    }
}

void MaskWatch::InstructionBegin(const Core& core, const Instruction& instruction) {
    was_counter_ = IsCounter(core);
    if (instruction.mask_source == MaskSource::kElements || !IsMasked(instruction)) {
        return;
    }
    if (!was_counter_) {
        if (instruction.mask_source == MaskSource::kState && hint_.empty()) {
            MeetNormal(core, instruction);
        }
        return;
    }
    const bool state = instruction.mask_source == MaskSource::kState;
    const uint64_t elements = (state ? core.mask.low : instruction.mask[0]) & 0xFFFFFFFFu;
    last_ = {InfoOf(instruction.opcode).api_name, instruction.site};
    last_elements_ = elements;
    if (hint_.empty()) {
        MeetCounter(core, instruction, elements);
    }
}

// An instruction in counter mode that looks as if written for normal mode.
void MaskWatch::MeetCounter(const Core& core, const Instruction& instruction, uint64_t elements) {
    const uint64_t repeats = RepeatsOf(instruction);
    if (instruction.mask_source == MaskSource::kBits) {
        Hint(core, instruction,
             fmt::format("takes the bits of its mask for a number, of {} elements in all, because {} left "
                         "counter mode on",
                         elements, Describe(count_by_)),
             kRestore);
    } else if (instruction.mask_source == MaskSource::kState && meaning_ == MaskMeaning::kBits &&
               elements > 1) {
        Hint(core, instruction,
             fmt::format("takes the bits that {} left in the mask for a number, of {} elements in all, "
                         "because {} left counter mode on",
                         Describe(mask_by_), elements, Describe(count_by_)),
             kRestore);
    } else if (repeats > 1 && elements <= (repeats - 1) * ElementsPerRepeat(instruction)) {
        Hint(core, instruction,
             fmt::format("works on {} elements in all, not on {} repeats, because {} left counter mode on",
                         elements, repeats, Describe(count_by_)),
             kRestore);
    }
}

// An instruction in normal mode that goes by a mask made for counter mode.
void MaskWatch::MeetNormal(const Core& core, const Instruction& instruction) {
    if (meaning_ == MaskMeaning::kNumber) {
        Hint(core, instruction,
             fmt::format(
                 "takes the number {} that {} left in the mask for bits, because {} ended counter mode",
                 core.mask.low, Describe(mask_by_), Describe(normal_by_)),
             "call ResetMask where the mask is no longer wanted");
    } else if (counting_ && meaning_ == MaskMeaning::kAny && IsFull(core) && RepeatsOf(instruction) == 1) {
        Hint(core, instruction,
             fmt::format("works on one repeat with a full mask, because {} ended the counter mode of {}",
                         Describe(normal_by_), Describe(count_by_)),
             kRestore);
    }
}

void MaskWatch::InstructionEnd(const Core& core, const Instruction& instruction) {
    if (was_counter_ && !IsCounter(core)) {
        normal_by_ = {InfoOf(instruction.opcode).api_name, instruction.site};
    }
    if (!IsMasked(instruction) || instruction.mask_source == MaskSource::kElements) {
        if (IsFull(core)) {
            meaning_ = MaskMeaning::kAny;
        }
    } else if (instruction.mask_source != MaskSource::kState) {
        meaning_ = IsCounter(core) ? MaskMeaning::kNumber : MaskMeaning::kBits;
        mask_by_ = {InfoOf(instruction.opcode).api_name, instruction.site};
    }
}

void MaskWatch::KernelEnd(const Core& core) {
    if (hint_.empty() && IsCounter(core) && !last_.name.empty()) {
        hint_ = fmt::format(
            "{}: works on {} elements in all, because {} left counter mode on, to the end of the kernel; {}",
            Describe(last_), last_elements_, Describe(count_by_), kRestore);
    }
}

void MaskWatch::Hint(const Core& core, const Instruction& instruction, std::string_view what,
                     std::string_view remedy) {
    hint_ = fmt::format("{} at {}: {}; {}", aicore::Describe(core, instruction),
                        aicore::Describe(instruction.site), what, remedy);
}

}  // namespace aclnn_cpu::aicore::check
