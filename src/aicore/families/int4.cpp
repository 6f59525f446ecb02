// Cast between half and int4b_t: element by element, for two of them share a byte.
#include <algorithm>

#include "aicore/families/element.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kPerBlock = 2 * kBlockBytes;  // int4b_t in a block

using ToInt8 = int8_t (*)(uint16_t half);

template <RoundMode mode>
int8_t HalfToInt8(uint16_t value) {
    return Convert<ElementType::kHalf, ElementType::kInt8, mode>(value);
}

ToInt8 Conversion(uint8_t mode) {
    switch (static_cast<RoundMode>(mode)) {
        case RoundMode::CAST_FLOOR:
            return &HalfToInt8<RoundMode::CAST_FLOOR>;
        case RoundMode::CAST_CEIL:
            return &HalfToInt8<RoundMode::CAST_CEIL>;
        case RoundMode::CAST_ROUND:
            return &HalfToInt8<RoundMode::CAST_ROUND>;
        case RoundMode::CAST_TRUNC:
            return &HalfToInt8<RoundMode::CAST_TRUNC>;
        default:
            return &HalfToInt8<RoundMode::CAST_RINT>;
    }
}

// The nibbles of an operand: byte and shift of an element of a repeat.
struct Nibbles {
    uint8_t* base = nullptr;
    uint64_t block_bytes = kBlockBytes;
    uint64_t repeat_bytes = 0;

    uint64_t Offset(uint64_t repeat, uint64_t element) const {
        return repeat * repeat_bytes + element / kPerBlock * block_bytes + element % kPerBlock / 2;
    }
    int32_t Get(uint64_t repeat, uint64_t element) const {
        const int32_t nibble = base[Offset(repeat, element)] >> (element % 2 * 4) & 0xF;
        return nibble >= 8 ? nibble - 16 : nibble;
    }
    void Set(uint64_t repeat, uint64_t element, int32_t value) const {
        const int32_t clamped = value < -8 ? -8 : value > 7 ? 7 : value;
        uint8_t& byte = base[Offset(repeat, element)];
        const int32_t other = byte & (element % 2 == 0 ? 0xF0 : 0x0F);
        byte = static_cast<uint8_t>(other | (clamped & 0xF) << (element % 2 * 4));
    }
};

Nibbles ResolveNibbles(Core& core, const Instruction& instruction, uint32_t index, const Plan& plan) {
    const Operand& operand = instruction.operand[index];
    Nibbles nibbles;
    nibbles.repeat_bytes = plan.per_repeat / 2;
    if (instruction.mask_source != MaskSource::kElements) {
        nibbles.block_bytes = operand.block_stride * kBlockBytes;
        nibbles.repeat_bytes = operand.repeat_stride * kBlockBytes;
    }
    uint64_t bytes = 0;  // up to the last one touched
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        ForEachRun(plan, repeat + 1 == plan.repeats ? plan.last : plan.per_repeat,
                   [&](uint64_t first, uint64_t n) {
                       bytes = std::max(bytes, nibbles.Offset(repeat, first + n - 1) + 1);
                   });
    }
    nibbles.base = ResolveUb(core, instruction, index, bytes);
    return nibbles;
}

// Announces elements [first, end) of a repeat. A byte counts as written with either of its halves.
[[gnu::noinline, gnu::cold]] void AnnounceRun(const Core& core, const Instruction& instruction,
                                              const Nibbles& nibbles, const Access& halves, uint64_t repeat,
                                              uint64_t first, uint64_t end) {
    const bool narrow = instruction.operand[0].type == ElementType::kInt4;
    const Role roles[] = {narrow ? Role::kWrite : Role::kRead, narrow ? Role::kRead : Role::kWrite};
    while (first < end) {
        const uint64_t block_end = std::min(end, (first / halves.per_block + 1) * halves.per_block);
        const bool alone = first % 2 != 0 || block_end == first + 1;
        const uint64_t next = alone ? first + 1 : block_end / 2 * 2;
        const uint64_t bytes = (next - first + 1) / 2;
        const Piece packed{nibbles.base + nibbles.Offset(repeat, first), bytes, roles[0],
                           int8_t(narrow ? 0 : 1)};
        const Piece wide{halves.At(repeat, first), (next - first) * halves.size, roles[1],
                         int8_t(narrow ? 1 : 0)};
        Announce(core, instruction, {packed, wide}, bytes);
        first = next;
    }
}

}  // namespace

void ExecuteInt4Cast(Core& core, const Instruction& instruction) {
    const Plan plan = MakePlan(core, instruction, ElementsPerRepeat(instruction));
    if (IsEmpty(plan)) {
        return;
    }
    const bool narrow = instruction.operand[0].type == ElementType::kInt4;
    const Nibbles nibbles = ResolveNibbles(core, instruction, narrow ? 0 : 1, plan);
    const Access halves = Resolve(core, instruction, narrow ? 1 : 0, plan);
    const ToInt8 convert = Conversion(instruction.mode);
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        ForEachRun(plan, repeat + 1 == plan.repeats ? plan.last : plan.per_repeat,
                   [&](uint64_t first, uint64_t n) {
                       if (IsWatched(core)) [[unlikely]] {
                           AnnounceRun(core, instruction, nibbles, halves, repeat, first, first + n);
                       }
                       for (uint64_t i = first; i < first + n; ++i) {
                           auto* half = reinterpret_cast<uint16_t*>(halves.At(repeat, i));
                           if (narrow) {
                               nibbles.Set(repeat, i, convert(*half));
                           } else {
                               *half = NearestHalf(static_cast<float>(nibbles.Get(repeat, i)), 0);
                           }
                       }
                   });
    }
}

}  // namespace aclnn_cpu::aicore
