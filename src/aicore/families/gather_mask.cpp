// GatherMask: packs elements chosen by a pattern or by the bits of a tensor.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

// Which elements of each four the patterns 1 to 7 choose; element 0 is the lowest bit.
constexpr uint8_t kPatterns[] = {0b0101, 0b1010, 0b0001, 0b0010, 0b0100, 0b1000, 0b1111};

struct GatherPlan {
    uint64_t size;
    uint64_t repeats;
    uint64_t per_repeat;  // elements
    uint64_t last;        // of the last repeat
    uint64_t block_bytes;
    uint64_t repeat_bytes;
    uint64_t mask_repeat_bytes;
    uint8_t fours = 0;              // pattern; 0: bits
    const uint8_t* bits = nullptr;  // of operand 2

    uint64_t ElementsOf(uint64_t repeat) const { return repeat + 1 == repeats ? last : per_repeat; }
    bool Chosen(uint64_t repeat, uint64_t element) const {
        if (fours != 0) {
            return ((fours >> (element % 4)) & 1u) != 0;
        }
        return ((bits[repeat * mask_repeat_bytes + element / 8] >> (element % 8)) & 1u) != 0;
    }
    uint64_t Offset(uint64_t repeat, uint64_t element) const {
        const uint64_t per_block = kBlockBytes / size;
        return repeat * repeat_bytes + element / per_block * block_bytes + element % per_block * size;
    }
};

void CheckPattern(const Core& core, const Instruction& instruction) {
    const uint8_t pattern = instruction.As<GatherMaskShape>().pattern;
    if (instruction.operands == 3) {
        const ElementType type = instruction.operand[2].type;
        const uint64_t size = SizeOf(instruction.operand[0].type);
        const ElementType expected = size == 1   ? ElementType::kUint8
                                     : size == 2 ? ElementType::kUint16
                                                 : ElementType::kUint32;
        if (type != expected) [[unlikely]] {
            RaiseInstruction(core, instruction, FaultKind::kUnsupported, 2, 0,
                             fmt::format("src1Pattern is of {}, expected {} for elements of {} bytes",
                                         TypeName(type), TypeName(expected), size),
                             "use ReinterpretCast");
        }
        return;
    }
    const uint8_t patterns = core.column == ChipColumn::k310P ? 6 : 7;
    if (pattern < 1 || pattern > patterns) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, patterns,
                         fmt::format("src1Pattern is {}, expected 1 to {} on {}",
                                     pattern == 0xFF ? 0 : pattern, patterns, core.soc->name),
                         "give a tensor of bits for other choices");
    }
}

GatherPlan PlanOf(const Core& core, const Instruction& instruction) {
    const auto& shape = instruction.As<GatherMaskShape>();
    GatherPlan plan{};
    plan.size = SizeOf(instruction.operand[0].type);
    plan.repeats = shape.params.repeatTimes;
    plan.per_repeat = shape.counter ? shape.mask : kRepeatBytes / plan.size;
    plan.last = plan.per_repeat;
    if (shape.counter && core.column == ChipColumn::k310P) {  // mask is the number of elements in all
        plan.per_repeat = kRepeatBytes / plan.size;
        plan.repeats = (shape.mask + plan.per_repeat - 1) / plan.per_repeat;
        plan.last = shape.mask - (plan.repeats == 0 ? 0 : (plan.repeats - 1) * plan.per_repeat);
    }
    plan.block_bytes = shape.params.src0BlockStride * kBlockBytes;
    plan.repeat_bytes = shape.params.src0RepeatStride * kBlockBytes;
    plan.mask_repeat_bytes = shape.params.src1RepeatStride * kBlockBytes;
    plan.fours = instruction.operands == 3 ? uint8_t(0) : kPatterns[shape.pattern - 1];
    return plan;
}

// The end of what is read of an operand, at `of(repeat, element)` the end of one element's part.
template <typename EndOf>
uint64_t Farthest(const GatherPlan& plan, EndOf of) {
    const uint64_t per_block = kBlockBytes / plan.size;
    const auto last_block = [&](uint64_t repeat) {
        const uint64_t elements = plan.ElementsOf(repeat);
        return std::max(of(repeat, elements - 1), elements > per_block
                                                      ? of(repeat, elements / per_block * per_block - 1)
                                                      : uint64_t(0));
    };
    uint64_t end = last_block(plan.repeats - 1);
    return plan.repeats > 1 ? std::max(end, last_block(plan.repeats - 2)) : end;
}

template <typename Word>
uint64_t Pack(const GatherPlan& plan, uint8_t* dst, const uint8_t* src) {
    uint64_t kept = 0;
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        const uint64_t elements = plan.ElementsOf(repeat);
        for (uint64_t element = 0; element < elements; ++element) {
            if (plan.Chosen(repeat, element)) {
                std::memcpy(dst + kept * sizeof(Word), src + plan.Offset(repeat, element), sizeof(Word));
                ++kept;
            }
        }
    }
    return kept;
}

uint64_t CountChosen(const GatherPlan& plan) {
    uint64_t chosen = 0;
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        const uint64_t elements = plan.ElementsOf(repeat);
        for (uint64_t element = 0; element < elements; ++element) {
            chosen += plan.Chosen(repeat, element) ? 1 : 0;
        }
    }
    return chosen;
}

// Announces the bits, and then each element with where it goes.
[[gnu::noinline, gnu::cold]] void AnnouncePacking(const Core& core, const Instruction& instruction,
                                                  const GatherPlan& plan, const uint8_t* dst,
                                                  const uint8_t* src) {
    Pieces pieces(core, instruction);
    for (uint64_t repeat = 0; plan.bits != nullptr && repeat < plan.repeats; ++repeat) {
        pieces.Extend(plan.bits + repeat * plan.mask_repeat_bytes, (plan.ElementsOf(repeat) + 7) / 8,
                      Role::kDecide, 2);
    }
    pieces.Announce();
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        for (uint64_t element = 0; element < plan.ElementsOf(repeat); ++element) {
            if (plan.Chosen(repeat, element)) {
                pieces.Add(src + plan.Offset(repeat, element), plan.size, Role::kRead, 1);
                pieces.Add(dst, plan.size, Role::kWrite, 0);
                pieces.Announce(1);
                dst += plan.size;
            }
        }
    }
}

}  // namespace

void ExecuteGatherMask(Core& core, const Instruction& instruction) {
    const auto& shape = instruction.As<GatherMaskShape>();
    CheckType(core, instruction);
    CheckPattern(core, instruction);
    GatherPlan plan = PlanOf(core, instruction);
    uint64_t kept = 0;
    if (plan.repeats != 0 && plan.per_repeat != 0) {
        CheckElements(core, instruction, plan.per_repeat, plan.repeats);
        const uint8_t* src =
            ResolveUb(core, instruction, 1, Farthest(plan, [&](uint64_t repeat, uint64_t element) {
                          return plan.Offset(repeat, element) + plan.size;
                      }));
        if (instruction.operands == 3) {
            plan.bits =
                ResolveUb(core, instruction, 2, Farthest(plan, [&](uint64_t repeat, uint64_t element) {
                              return repeat * plan.mask_repeat_bytes + element / 8 + 1;
                          }));
        }
        uint8_t* dst = ResolveUb(core, instruction, 0, CountChosen(plan) * plan.size);
        if (IsWatched(core)) [[unlikely]] {
            AnnouncePacking(core, instruction, plan, dst, src);
        }
        kept = plan.size == 1   ? Pack<uint8_t>(plan, dst, src)
               : plan.size == 2 ? Pack<uint16_t>(plan, dst, src)
                                : Pack<uint32_t>(plan, dst, src);
    }
    core.mask = MaskState{};
    core.rearranged.gathered = kept;
    *shape.kept = kept;
}

uint64_t GatheredElements() { return ThisCore().rearranged.gathered; }

}  // namespace aclnn_cpu::aicore
