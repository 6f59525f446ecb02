// What vector instructions of every family share: which elements the mask, the repeats and the strides
// choose, and where operands lie.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "aicore/core.h"

namespace aclnn_cpu::aicore {

inline constexpr uint64_t kBlockBytes = 32;
inline constexpr uint64_t kRepeatBytes = 256;

// Which elements are worked on: `repeats` repeats of up to `per_repeat` elements, of which the mask's bits
// choose. In counter mode the last repeat is shorter and all bits are set.
struct Plan {
    uint64_t per_repeat;
    uint64_t repeats;
    uint64_t last;  // elements of the last repeat
    uint64_t low;
    uint64_t high;
    bool whole;  // every element of every repeat but for the end of the last

    uint64_t Elements() const { return (repeats - 1) * per_repeat + last; }  // of a whole plan
    uint64_t ElementsOf(uint64_t repeat) const { return repeat + 1 == repeats ? last : per_repeat; }
};

// The mask that the first `number` elements of a repeat make.
void SetMaskNumber(MaskState& mask, uint64_t number);

// Takes over the mask that the instruction brings; what it leaves behind is what the next one with isSetMask
// false sees. A repeat has `per_repeat` elements.
Plan MakePlan(Core& core, const Instruction& instruction, uint64_t per_repeat);

// Faults where so many elements would take hours, as strides of 0 allow.
void CheckElements(const Core& core, const Instruction& instruction, uint64_t per_repeat, uint64_t repeats);

inline bool IsEmpty(const Plan& plan) {
    return plan.repeats == 0 || (!plan.whole && plan.low == 0 && plan.high == 0);
}

// Whether Compare and its kin work on whole repeats only and take no notice of the mask.
inline bool ComparesWholeRepeats(ChipColumn chip) {
    return chip != ChipColumn::k310B && chip != ChipColumn::k950;
}

// Elements per repeat of an instruction: as many as 256 bytes hold of its widest operand.
uint64_t ElementsPerRepeat(const Instruction& instruction);

// Calls visit(first, n) for each run of chosen elements of a repeat of `elements` elements.
template <typename Visit>
void ForEachRun(const Plan& plan, uint64_t elements, Visit visit) {
    if (plan.whole) {
        visit(uint64_t(0), elements);
        return;
    }
    const uint64_t words[2] = {plan.low, plan.high};
    elements = std::min<uint64_t>(elements, 128);
    // From i on: the first element that is chosen, or is not.
    const auto find = [&](uint64_t i, bool chosen) {
        for (; i < elements; i = (i / 64 + 1) * 64) {
            const uint64_t word = (chosen ? words[i / 64] : ~words[i / 64]) >> (i % 64);
            if (word != 0) {
                return std::min(elements, i + static_cast<uint64_t>(std::countr_zero(word)));
            }
        }
        return elements;
    };
    for (uint64_t first = find(0, true); first < elements;) {
        const uint64_t end = find(first, false);
        visit(first, end - first);
        first = find(end, true);
    }
}

// An operand of the instruction as bytes.
struct Access {
    uint8_t* base = nullptr;
    uint64_t size = 1;  // of an element
    uint64_t per_block = 1;
    uint64_t block_bytes = kBlockBytes;  // from one block of a repeat to the next
    uint64_t repeat_bytes = kRepeatBytes;

    uint64_t Offset(uint64_t repeat, uint64_t element) const {
        const int shift = std::countr_zero(per_block);  // a power of two
        return repeat * repeat_bytes + (element >> shift) * block_bytes + (element & (per_block - 1)) * size;
    }
    uint8_t* At(uint64_t repeat, uint64_t element) const { return base + Offset(repeat, element); }
};

// Faults where the chip has not the type of an operand (as a rule the destination's) for the instruction.
void CheckType(const Core& core, const Instruction& instruction, uint32_t index = 0);

// Faults where the chip has the operand's type in the count form only, and the instruction brings a mask.
void CheckForm(const Core& core, const Instruction& instruction, uint32_t index = 0);

// The first `bytes` bytes of an operand in UB, having checked its position, its alignment (bytes) and that
// they fit. Operand 0 is taken to be written.
uint8_t* ResolveUb(Core& core, const Instruction& instruction, uint32_t index, uint64_t bytes,
                   uint64_t alignment = kBlockBytes);

// Where the operand's elements lie, having checked that all that the plan touches is there.
Access Resolve(Core& core, const Instruction& instruction, uint32_t index, const Plan& plan);

}  // namespace aclnn_cpu::aicore
