// Compare, Compares and CompareScalar: one bit per element, the first in the lowest bit of the first byte;
// and the register CMPMASK.
//
// Most chips compare whole repeats of 256 bytes and take no notice of the mask: elements of an incomplete
// last repeat are not compared, and their bits stay. Ascend310B and Ascend950 obey the mask and compare what
// is left over; bits of a repeat that stand for no element become 0. Results lie side by side whatever the
// strides of dst.
#include <fmt/format.h>

#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/repeat_copy.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::CMPMODE;

void CheckCompare(const Core& core, const Instruction& instruction) {
    CheckType(core, instruction, 1);
    CheckForm(core, instruction, 1);
    const ElementType type = instruction.operand[1].type;
    const auto mode = static_cast<CMPMODE>(instruction.mode);
    if (instruction.mode >= kCompareModes) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, kCompareModes,
                         fmt::format("expected one of the six CMPMODEs, found {}", instruction.mode),
                         "use an enumerator of CMPMODE");
    }
    if ((table::kOnlyEqual[core.column] & table::Bit(type)) != 0 && mode != CMPMODE::EQ) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kUnsupported, 1, 0,
                         fmt::format("{} compares {} with EQ only, found {}", core.soc->name, TypeName(type),
                                     CompareModeName(mode)),
                         "Cast to float first");
    }
}

Plan ComparePlan(Core& core, const Instruction& instruction, uint64_t per_repeat) {
    if (!ComparesWholeRepeats(core.column)) {
        return MakePlan(core, instruction, per_repeat);
    }
    const uint64_t repeats = instruction.mask_source == MaskSource::kElements ? instruction.count / per_repeat
                                                                              : instruction.repeat;
    return {per_repeat, repeats, per_repeat, 0, 0, true};
}

struct Comparison {
    CompareLoop loop;
    uint32_t with;
    const uint64_t* scalar;
    Access a;
    Access b;  // of a tensor

    Comparison(Core& core, const Instruction& instruction, const Plan& plan)
        : with(instruction.has_scalar ? kWithScalar : kWithTensor),
          scalar(&instruction.scalar),
          a(Resolve(core, instruction, 1, plan)) {
        loop = core.loops->compare[uint32_t(instruction.operand[1].type)][instruction.mode][with];
        if (with == kWithTensor) {
            b = Resolve(core, instruction, 2, plan);
        }
    }

    bool Contiguous(uint64_t per_repeat) const {
        return IsContiguous(a, per_repeat) && (with == kWithScalar || IsContiguous(b, per_repeat));
    }
    bool Overlaps(const uint8_t* dst, uint64_t bytes, uint64_t elements) const {
        return Overlap(dst, bytes, a.base, elements * a.size) ||
               (with == kWithTensor && Overlap(dst, bytes, b.base, elements * b.size));
    }
    // Announces a repeat, byte by byte of the bits; dst null: they become a register.
    [[gnu::noinline, gnu::cold]] void AnnounceRepeat(const Core& core, const Instruction& instruction,
                                                     const Plan& plan, uint64_t repeat,
                                                     const uint8_t* dst) const {
        Pieces pieces(core, instruction);
        for (uint64_t first = 0; first < plan.per_repeat; first += 8) {
            pieces.AddChosen({&a, Role::kRead, 1}, plan, repeat, first, first + 8);
            if (with == kWithTensor) {
                pieces.AddChosen({&b, Role::kRead, 2}, plan, repeat, first, first + 8);
            }
            if (dst != nullptr) {
                pieces.Add(dst + first / 8, 1, Role::kWrite, 0);
            }
            pieces.Announce({.pieces = {}, .elements = 0, .packs = true});
        }
    }
    // Announces all repeats, of contiguous elements.
    [[gnu::noinline, gnu::cold]] void AnnounceAll(const Core& core, const Instruction& instruction,
                                                  const uint8_t* dst, uint64_t elements) const {
        Pieces pieces(core, instruction);
        pieces.Add(a.base, elements * a.size, Role::kRead, 1);
        if (with == kWithTensor) {
            pieces.Add(b.base, elements * b.size, Role::kRead, 2);
        }
        pieces.Add(dst, elements / 8, Role::kWrite, 0);
        pieces.Announce({.pieces = {}, .elements = elements / 8, .packs = true});
    }

    void RunAll(uint8_t* dst, uint64_t elements) const {
        loop(dst, a.base, with == kWithScalar ? static_cast<const void*>(scalar) : b.base, elements);
    }

    // The bits of one repeat, at most 256; those of elements that the plan does not choose are 0.
    void RunRepeat(const Plan& plan, uint64_t repeat, uint64_t (&bits)[4]) const {
        RepeatBuffer left;
        RepeatBuffer right;
        Gather(a, plan, repeat, left);
        if (with == kWithTensor) {
            Gather(b, plan, repeat, right);
        }
        uint8_t packed[sizeof(bits)] = {};
        loop(packed, left.bytes, with == kWithScalar ? static_cast<const void*>(scalar) : right.bytes,
             repeat + 1 == plan.repeats ? plan.last : plan.per_repeat);
        std::memcpy(bits, packed, sizeof(packed));
        if (!plan.whole) {
            bits[0] &= plan.low;
            bits[1] &= plan.high;
            bits[2] = bits[3] = 0;
        }
    }
};

}  // namespace

void ExecuteCompare(Core& core, const Instruction& instruction) {
    CheckCompare(core, instruction);
    const uint64_t per_repeat = kRepeatBytes / SizeOf(instruction.operand[1].type);
    const Plan plan = ComparePlan(core, instruction, per_repeat);
    if (IsEmpty(plan)) {
        return;
    }
    const Comparison comparison(core, instruction, plan);
    const uint64_t repeat_bytes = per_repeat / 8;
    uint8_t* dst = ResolveUb(core, instruction, 0, plan.repeats * repeat_bytes);
    const uint64_t elements = Elements(plan);
    if (plan.whole && plan.last == per_repeat && comparison.Contiguous(per_repeat) &&
        !comparison.Overlaps(dst, plan.repeats * repeat_bytes, elements)) {
        if (IsWatched(core)) [[unlikely]] {
            comparison.AnnounceAll(core, instruction, dst, elements);
        }
        comparison.RunAll(dst, elements);
        return;
    }
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        if (IsWatched(core)) [[unlikely]] {
            comparison.AnnounceRepeat(core, instruction, plan, repeat, dst + repeat * repeat_bytes);
        }
        uint64_t bits[4];
        comparison.RunRepeat(plan, repeat, bits);
        std::memcpy(dst + repeat * repeat_bytes, bits, repeat_bytes);
    }
}

// One repeat; the bits of elements that the mask leaves out become 0.
void ExecuteCompareRegister(Core& core, const Instruction& instruction) {
    CheckCompare(core, instruction);
    Plan plan = MakePlan(core, instruction, kRepeatBytes / SizeOf(instruction.operand[1].type));
    if (IsEmpty(plan)) {
        return;
    }
    if (plan.repeats > 1) {
        plan.repeats = 1;
        plan.last = plan.per_repeat;
    }
    const Comparison comparison(core, instruction, plan);
    if (IsWatched(core)) [[unlikely]] {
        comparison.AnnounceRepeat(core, instruction, plan, 0, nullptr);
    }
    uint64_t bits[4];
    comparison.RunRepeat(plan, 0, bits);
    std::memcpy(core.compare_mask, bits, sizeof(core.compare_mask));
}

void ExecuteCompareMask(Core& core, const Instruction& instruction) {
    const bool set = instruction.opcode == Opcode::kSetCmpMask;
    const uint32_t index = set ? 1 : 0;
    CheckType(core, instruction, index);
    constexpr uint64_t kAlignment = 16;
    uint8_t* bytes = ResolveUb(core, instruction, index, sizeof(core.compare_mask), kAlignment);
    Announce(core, instruction,
             {{bytes, sizeof(core.compare_mask), set ? Role::kRead : Role::kWrite, int8_t(index)}});
    if (set) {
        std::memcpy(core.compare_mask, bytes, sizeof(core.compare_mask));
    } else {
        std::memcpy(bytes, core.compare_mask, sizeof(core.compare_mask));
    }
}

}  // namespace aclnn_cpu::aicore
