// Gather, Scatter and Gatherb: elements or blocks at byte offsets. All offsets are checked before anything
// moves.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kOffsetBytes = sizeof(uint32_t);

// Chips whose offsets have 16 bits, counted in elements of 8 and 16 bits.
bool HasShortOffsets(ChipColumn column) { return column == ChipColumn::k310B || column == ChipColumn::k950; }

uint32_t OffsetAt(const uint8_t* offsets, uint64_t index) {
    uint32_t offset;
    std::memcpy(&offset, offsets + index * kOffsetBytes, kOffsetBytes);
    return offset;
}

// Checks the offset of one element against the memory and the unit it must be a multiple of.
class OffsetCheck {
 public:
    OffsetCheck(const Core& core, const Instruction& instruction, uint32_t target, uint64_t base,
                uint64_t unit)
        : core_(core), instruction_(instruction), target_(target), base_(base), unit_(unit) {
        const uint64_t size = SizeOf(instruction.operand[target].type);
        limit_ = size < 4 && HasShortOffsets(core.column) ? uint64_t(0xFFFF) * size : UINT32_MAX;
        memory_ = core.memories.Size(MemoryKind::kUb);
    }

    void operator()(uint64_t index, uint32_t offset) {
        const uint64_t end = instruction_.operand[target_].address + base_ + offset + unit_;
        if ((base_ + offset) % unit_ != 0 || offset > limit_ || end > memory_) [[unlikely]] {
            Fail(index, offset, end);
        }
        farthest_ = std::max(farthest_, base_ + offset + unit_);
    }
    uint64_t farthest() const { return farthest_; }  // bytes of the target that are reached

 private:
    [[noreturn]] void Fail(uint64_t index, uint32_t offset, uint64_t end) const {
        const std::string what = fmt::format("offset {} is {} bytes", index, offset);
        if ((base_ + offset) % unit_ != 0) {
            RaiseInstruction(core_, instruction_, FaultKind::kMisaligned, 2, unit_,
                             fmt::format("{} from base {}, expected a multiple of {}", what, base_, unit_),
                             "offsets count bytes, not elements");
        }
        if (offset > limit_) {
            RaiseInstruction(core_, instruction_, FaultKind::kOutOfBounds, 2, limit_,
                             fmt::format("{}, expected at most {} on {}", what, limit_, core_.soc->name),
                             "move the tensor's part with srcBaseAddr or slicing");
        }
        RaiseInstruction(
            core_, instruction_, FaultKind::kOutOfBounds, 2, memory_,
            fmt::format("{}: the element ends at byte {} of UB, expected at most {}", what, end, memory_),
            "check how the offsets are computed");
    }

    const Core& core_;
    const Instruction& instruction_;
    uint32_t target_;
    uint64_t base_;
    uint64_t unit_;
    uint64_t limit_;
    uint64_t memory_;
    uint64_t farthest_ = 0;
};

// Calls visit(index of the offset, repeat, element) for each chosen element.
template <typename Visit>
void ForEachElement(const Plan& plan, Visit visit) {
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        ForEachRun(plan, repeat + 1 == plan.repeats ? plan.last : plan.per_repeat,
                   [&](uint64_t first, uint64_t n) {
                       for (uint64_t element = first; element < first + n; ++element) {
                           visit(repeat * plan.per_repeat + element, repeat, element);
                       }
                   });
    }
}

// `linear` is the operand whose elements come one after the other, `base` where the offsets count from.
template <typename Word>
void Move(const Plan& plan, const Access& linear, uint8_t* base, const uint8_t* offsets, bool scatter) {
    if (scatter) {
        ForEachElement(plan, [&](uint64_t index, uint64_t repeat, uint64_t element) {
            std::memcpy(base + OffsetAt(offsets, index), linear.At(repeat, element), sizeof(Word));
        });
        return;
    }
    ForEachElement(plan, [&](uint64_t index, uint64_t repeat, uint64_t element) {
        std::memcpy(linear.At(repeat, element), base + OffsetAt(offsets, index), sizeof(Word));
    });
}

// Announces the offsets, before they are looked at: where nothing has written them, that is what is wrong.
[[gnu::noinline, gnu::cold]] void AnnounceOffsets(const Core& core, const Instruction& instruction,
                                                  const Plan& plan, const uint8_t* offsets) {
    Pieces pieces(core, instruction);
    ForEachElement(plan, [&](uint64_t index, uint64_t, uint64_t) {
        pieces.Extend(offsets + index * kOffsetBytes, kOffsetBytes, Role::kDecide, 2);
    });
    pieces.Announce();
}

// Announces each element with where it goes.
[[gnu::noinline, gnu::cold]] void AnnounceMoves(const Core& core, const Instruction& instruction,
                                                const Plan& plan, const Access& linear, const uint8_t* base,
                                                const uint8_t* offsets) {
    const bool scatter = instruction.opcode == Opcode::kScatter;
    Pieces pieces(core, instruction);
    ForEachElement(plan, [&](uint64_t index, uint64_t repeat, uint64_t element) {
        const uint8_t* target = base + OffsetAt(offsets, index);
        const uint8_t* at = linear.At(repeat, element);
        pieces.Add(scatter ? at : target, linear.size, Role::kRead, 1);
        pieces.Add(scatter ? target : at, linear.size, Role::kWrite, 0);
        pieces.Announce(1);
    });
}

}  // namespace

void ExecuteGather(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    const bool scatter = instruction.opcode == Opcode::kScatter;
    const uint32_t linear_index = scatter ? 1 : 0;
    const uint32_t target = 1 - linear_index;
    const uint64_t size = SizeOf(instruction.operand[0].type);
    // A repeat of 8-bit elements has 4 blocks only.
    const uint64_t per_repeat = kRepeatBytes / std::max<uint64_t>(size, 2);
    const Plan plan = MakePlan(core, instruction, per_repeat);
    if (IsEmpty(plan)) {
        return;
    }
    const uint64_t offsets_needed = (plan.repeats - 1) * per_repeat + (plan.whole ? plan.last : per_repeat);
    const uint8_t* offsets = ResolveUb(core, instruction, 2, offsets_needed * kOffsetBytes);
    ResolveUb(core, instruction, target, 0);
    if (IsWatched(core)) [[unlikely]] {
        AnnounceOffsets(core, instruction, plan, offsets);
    }
    OffsetCheck check(core, instruction, target, instruction.scalar, size);
    ForEachElement(plan, [&](uint64_t index, uint64_t, uint64_t) { check(index, OffsetAt(offsets, index)); });
    const Access linear = Resolve(core, instruction, linear_index, plan);
    uint8_t* base = ResolveUb(core, instruction, target, check.farthest()) + instruction.scalar;
    if (IsWatched(core)) [[unlikely]] {
        AnnounceMoves(core, instruction, plan, linear, base, offsets);
    }
    switch (size) {
        case 1:
            return Move<uint8_t>(plan, linear, base, offsets, scatter);
        case 2:
            return Move<uint16_t>(plan, linear, base, offsets, scatter);
        case 4:
            return Move<uint32_t>(plan, linear, base, offsets, scatter);
        default:
            return Move<uint64_t>(plan, linear, base, offsets, scatter);
    }
}

void ExecuteGatherBlocks(Core& core, const Instruction& instruction) {
    constexpr uint64_t kBlocks = 8;  // of a repeat
    CheckType(core, instruction);
    if (instruction.repeat == 0) {
        return;
    }
    const Operand& operand = instruction.operand[0];
    const uint64_t block_step = std::max<uint64_t>(operand.block_stride, 1) * kBlockBytes;
    const uint64_t repeat_step = operand.repeat_stride * kBlockBytes;
    const uint64_t blocks = instruction.repeat * kBlocks;
    const uint8_t* offsets = ResolveUb(core, instruction, 2, blocks * kOffsetBytes);
    const uint8_t* src = ResolveUb(core, instruction, 1, 0);
    Announce(core, instruction, {{offsets, blocks * kOffsetBytes, Role::kDecide, 2}});
    OffsetCheck check(core, instruction, 1, 0, kBlockBytes);
    for (uint64_t i = 0; i < blocks; ++i) {
        check(i, OffsetAt(offsets, i));
    }
    uint8_t* dst =
        ResolveUb(core, instruction, 0,
                  (instruction.repeat - 1) * repeat_step + (kBlocks - 1) * block_step + kBlockBytes);
    for (uint64_t i = 0; i < blocks; ++i) {
        uint8_t* to = dst + i / kBlocks * repeat_step + i % kBlocks * block_step;
        const uint8_t* from = src + OffsetAt(offsets, i);
        Announce(core, instruction, {{from, kBlockBytes, Role::kRead, 1}, {to, kBlockBytes, Role::kWrite, 0}},
                 kBlockBytes);
        std::memmove(to, from, kBlockBytes);
    }
    core.mask.low = ~uint64_t(0);
    core.mask.high = ~uint64_t(0);
}

}  // namespace aclnn_cpu::aicore
