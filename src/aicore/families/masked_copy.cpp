// Copy: inside UB, the elements that a mask chooses.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/watch.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint16_t kMaxRepeatStride = 4095;

// In counter mode the mask says how many elements each repeat has, and the number of repeats counts: unlike
// what every other instruction makes of them.
Plan CopyPlan(Core& core, const Instruction& instruction) {
    const Plan plan = MakePlan(core, instruction, ElementsPerRepeat(instruction));
    if (instruction.mask_source == MaskSource::kElements || core.mask.mode != AscendC::MaskMode::COUNTER) {
        return plan;
    }
    const uint64_t elements = core.mask.low & 0xFFFFFFFFu;
    CheckElements(core, instruction, elements, instruction.repeat);
    return {elements, elements == 0 ? 0u : instruction.repeat, elements, 0, 0, true};
}

void CheckStrides(const Core& core, const Instruction& instruction) {
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        if (instruction.operand[i].repeat_stride > kMaxRepeatStride) [[unlikely]] {
            RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(i), kMaxRepeatStride,
                             fmt::format("{}RepeatSize is {}, expected at most {}", i == 0 ? "dst" : "src",
                                         instruction.operand[i].repeat_stride, kMaxRepeatStride),
                             "copy in several parts");
        }
    }
}

}  // namespace

void ExecuteMaskedCopy(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    CheckStrides(core, instruction);
    const Plan plan = CopyPlan(core, instruction);
    if (IsEmpty(plan)) {
        return;
    }
    const Access dst = Resolve(core, instruction, 0, plan);
    const Access src = Resolve(core, instruction, 1, plan);
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        const uint64_t elements = repeat + 1 == plan.repeats ? plan.last : plan.per_repeat;
        ForEachRun(plan, elements, [&](uint64_t first, uint64_t n) {
            for (uint64_t done = 0; done < n;) {
                const uint64_t element = first + done;
                const uint64_t part = std::min(n - done, dst.per_block - element % dst.per_block);
                uint8_t* to = dst.At(repeat, element);
                const uint8_t* from = src.At(repeat, element);
                Announce(core, instruction,
                         {{from, part * src.size, Role::kRead, 1}, {to, part * dst.size, Role::kWrite, 0}},
                         part);
                std::memmove(to, from, part * dst.size);
                done += part;
            }
        });
    }
}

}  // namespace aclnn_cpu::aicore
