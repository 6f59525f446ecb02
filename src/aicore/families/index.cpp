// CreateVecIndex and ArithProgression: arithmetic progressions; Brcb: blocks filled with one element each.
#include <algorithm>
#include <bit>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

template <typename T>
T FromBits(uint64_t bits) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

// first + i * difference, as the scalar unit computes it: integers wrap, halves round once.
template <typename T>
T Term(T first, T difference, uint64_t i) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<uint64_t>(first) + static_cast<uint64_t>(difference) * i);
    } else {
        return T(float(first) + float(difference) * float(i));
    }
}
template <typename T>
T Step(T difference, uint64_t terms) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<uint64_t>(difference) * terms);
    } else {
        return T(float(difference) * float(terms));
    }
}

struct Progression {
    alignas(64) uint8_t values[kRepeatBytes];  // of the current repeat
    uint64_t block_step;                       // bits of what the next block, and the next repeat, add
    uint64_t repeat_step;
};

// The first `terms` terms, and the steps.
template <typename T>
void Start(Progression& progression, uint64_t first_bits, uint64_t difference_bits, uint64_t terms) {
    const T first = FromBits<T>(first_bits);
    const T difference = FromBits<T>(difference_bits);
    for (uint64_t i = 0; i < terms; ++i) {
        const T value = Term(first, difference, i);
        std::memcpy(progression.values + i * sizeof(T), &value, sizeof(T));
    }
    const T block_step = Step(difference, kBlockBytes / sizeof(T));
    const T repeat_step = Step(difference, kRepeatBytes / sizeof(T));
    progression.block_step = 0;
    progression.repeat_step = 0;
    std::memcpy(&progression.block_step, &block_step, sizeof(T));
    std::memcpy(&progression.repeat_step, &repeat_step, sizeof(T));
}

// The chips compute a block (310B: a repeat; with bits as the mask too) from the first value and add from
// there.
bool StartsWithBlock(const Core& core, const Instruction& instruction) {
    return instruction.opcode == Opcode::kArithProgression ||
           (core.column == ChipColumn::kA2 && instruction.mask_source != MaskSource::kBits);
}

Progression StartProgression(const Core& core, const Instruction& instruction, uint64_t per_repeat) {
    const ElementType type = instruction.operand[0].type;
    const uint64_t size = SizeOf(type);
    const uint64_t per_block = kBlockBytes / size;
    const uint64_t terms = StartsWithBlock(core, instruction) ? per_block : per_repeat;
    const uint64_t difference = instruction.As<ProgressionShape>().difference;
    Progression progression;
    switch (type) {
        case ElementType::kHalf:
            Start<half>(progression, instruction.scalar, difference, terms);
            break;
        case ElementType::kFloat:
            Start<float>(progression, instruction.scalar, difference, terms);
            break;
        case ElementType::kInt16:
            Start<int16_t>(progression, instruction.scalar, difference, terms);
            break;
        default:
            Start<int32_t>(progression, instruction.scalar, difference, terms);
    }
    const VectorLoop adds =
        core.loops->vector[static_cast<uint32_t>(Opcode::kAdds)][static_cast<uint32_t>(type)];
    for (uint64_t done = terms; done < per_repeat; done += per_block) {
        uint8_t* to = progression.values + done * size;
        adds(to, to - kBlockBytes, to, progression.block_step, per_block);
    }
    return progression;
}

}  // namespace

void ExecuteIndex(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    const uint64_t size = SizeOf(instruction.operand[0].type);
    const uint64_t per_repeat = kRepeatBytes / size;
    const Plan plan = MakePlan(core, instruction, per_repeat);
    if (IsEmpty(plan)) {
        return;
    }
    const Access dst = Resolve(core, instruction, 0, plan);
    Progression progression = StartProgression(core, instruction, per_repeat);
    const VectorLoop adds = core.loops->vector[static_cast<uint32_t>(Opcode::kAdds)]
                                              [static_cast<uint32_t>(instruction.operand[0].type)];
    const uint64_t per_block = kBlockBytes / size;
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        if (repeat != 0) {
            adds(progression.values, progression.values, progression.values, progression.repeat_step,
                 per_repeat);
        }
        if (IsWatched(core)) [[unlikely]] {
            const Watched written[] = {{&dst, Role::kWrite, 0}};
            AnnounceChosen(core, instruction, plan, repeat, written);
        }
        ForEachRun(plan, repeat + 1 == plan.repeats ? plan.last : per_repeat,
                   [&](uint64_t first, uint64_t n) {
                       for (const uint64_t end = first + n; first < end;) {
                           const uint64_t next = std::min(end, (first / per_block + 1) * per_block);
                           std::memcpy(dst.At(repeat, first), progression.values + first * size,
                                       (next - first) * size);
                           first = next;
                       }
                   });
    }
}

namespace {

constexpr uint64_t kBlocks = 8;  // of a repeat

// Announces one repeat.
[[gnu::noinline, gnu::cold]] void AnnounceSpread(const Core& core, const Instruction& instruction,
                                                 const uint8_t* src, const uint8_t* dst,
                                                 uint64_t block_step) {
    const uint64_t size = SizeOf(instruction.operand[0].type);
    // All at once where they are adjacent, for the blocks may cover the elements.
    const uint64_t together = block_step == kBlockBytes ? kBlocks : 1;
    for (uint64_t block = 0; block < kBlocks; block += together) {
        Announce(core, instruction,
                 {{src + block * size, together * size, Role::kRead, 1},
                  {dst + block * block_step, together * kBlockBytes, Role::kWrite, 0}},
                 together);
    }
}

}  // namespace

void ExecuteSpread(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    if (instruction.repeat == 0) {
        return;
    }
    const Operand& operand = instruction.operand[0];
    const uint64_t size = SizeOf(operand.type);
    const uint64_t block_step = std::max<uint64_t>(operand.block_stride, 1) * kBlockBytes;
    const uint64_t repeat_step = operand.repeat_stride * kBlockBytes;
    const uint8_t* src = ResolveUb(core, instruction, 1, instruction.repeat * kBlocks * size);
    uint8_t* dst =
        ResolveUb(core, instruction, 0,
                  (instruction.repeat - 1) * repeat_step + (kBlocks - 1) * block_step + kBlockBytes);
    const FillLoop fill = core.loops->fill[std::countr_zero(size)];
    for (uint64_t repeat = 0; repeat < instruction.repeat; ++repeat) {
        if (IsWatched(core)) [[unlikely]] {
            AnnounceSpread(core, instruction, src + repeat * kBlocks * size, dst + repeat * repeat_step,
                           block_step);
        }
        uint8_t elements[kBlocks * sizeof(uint64_t)];
        std::memcpy(elements, src + repeat * kBlocks * size, kBlocks * size);
        for (uint64_t block = 0; block < kBlocks; ++block) {
            uint64_t bits = 0;
            std::memcpy(&bits, elements + block * size, size);
            fill(dst + repeat * repeat_step + block * block_step, bits, kBlockBytes / size);
        }
    }
}

}  // namespace aclnn_cpu::aicore
