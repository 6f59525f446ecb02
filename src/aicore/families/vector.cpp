// The one loop of all vector instructions: mask, repeats, strides and counter mode come down to runs of
// adjacent elements, and a run to one of the loops of loops.h.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "aicore/core.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kBlockBytes = 32;
constexpr uint64_t kRepeatBytes = 256;

// Which elements are worked on: `repeats` repeats of up to `per_repeat` elements, of which the mask's bits
// choose. In counter mode the last repeat is shorter and all bits are set.
struct Plan {
    uint64_t per_repeat;
    uint64_t repeats;
    uint64_t last;  // elements of the last repeat
    uint64_t low;
    uint64_t high;
    bool whole;  // every element of every repeat but for the end of the last
};

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

// Takes over the mask that the instruction brings; what it leaves behind is what the next one with isSetMask
// false sees.
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
        const uint64_t number = std::min(instruction.mask[0], per_repeat);
        mask.low = LeadingBits(number);
        mask.high = number > 64 ? LeadingBits(number - 64) : 0;
    }
    if (counter) {
        return CounterPlan(mask.low & 0xFFFFFFFFu, per_repeat);
    }
    return {per_repeat,
            instruction.repeat,
            per_repeat,
            mask.low & LeadingBits(per_repeat),
            per_repeat > 64 ? mask.high & LeadingBits(per_repeat - 64) : 0,
            IsFull(mask.low, mask.high, per_repeat)};
}

// Calls visit(first, n) for each run of chosen elements of a repeat of `elements` elements.
template <typename Visit>
void ForEachRun(const Plan& plan, uint64_t elements, Visit visit) {
    if (plan.whole) {
        visit(uint64_t(0), elements);
        return;
    }
    const uint64_t words[2] = {plan.low, plan.high};
    uint64_t first = 0;
    uint64_t length = 0;
    for (uint64_t i = 0; i < elements; ++i) {
        if (((words[i / 64] >> (i % 64)) & 1u) != 0) {
            first = length == 0 ? i : first;
            ++length;
        } else if (length != 0) {
            visit(first, length);
            length = 0;
        }
    }
    if (length != 0) {
        visit(first, length);
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
        return repeat * repeat_bytes + element / per_block * block_bytes + element % per_block * size;
    }
    uint8_t* At(uint64_t repeat, uint64_t element) const { return base + Offset(repeat, element); }
};

// What the instruction does to a run.
class RunLoop {
 public:
    RunLoop(const Core& core, const Instruction& instruction) : scalar_(instruction.scalar) {
        const auto type = static_cast<uint32_t>(instruction.operand[0].type);
        const auto source = static_cast<uint32_t>(instruction.operand[instruction.operands > 1 ? 1 : 0].type);
        switch (InfoOf(instruction.opcode).family) {
            case Family::kCast:
                cast_ = core.loops->cast[source][type][static_cast<uint32_t>(instruction.round)];
                break;
            case Family::kFill:
                fill_ = core.loops->fill[std::countr_zero(SizeOf(instruction.operand[0].type))];
                break;
            default:
                vector_ = core.loops->vector[static_cast<uint32_t>(instruction.opcode)][type];
        }
    }

    void operator()(void* dst, const void* src0, const void* src1, uint64_t n) const {
        if (vector_ != nullptr) {
            vector_(dst, src0, src1, scalar_, n);
        } else if (cast_ != nullptr) {
            cast_(dst, src0, n);
        } else {
            fill_(dst, scalar_, n);
        }
    }

 private:
    uint64_t scalar_;
    VectorLoop vector_ = nullptr;
    CastLoop cast_ = nullptr;
    FillLoop fill_ = nullptr;
};

struct Vector {
    const Instruction& instruction;
    RunLoop loop;
    uint32_t operands;
    Access access[3];

    bool PartialOverlap(uint64_t repeat, uint64_t element, uint64_t n) const {
        const uint8_t* dst = access[0].At(repeat, element);
        for (uint32_t i = 1; i < operands; ++i) {
            const uint8_t* src = access[i].At(repeat, element);
            const bool apart = dst + n * access[0].size <= src || src + n * access[i].size <= dst;
            if (!apart && (dst != src || access[0].size != access[i].size)) {
                return true;
            }
        }
        return false;
    }

    // n elements that are adjacent in every operand, from the element of a repeat.
    void Run(uint64_t repeat, uint64_t element, uint64_t n, uint64_t per_repeat) const {
        uint8_t* dst = access[0].At(repeat, element);
        const uint8_t* src0 = operands > 1 ? access[1].At(repeat, element) : dst;
        const uint8_t* src1 = operands > 2 ? access[2].At(repeat, element) : dst;
        if (!PartialOverlap(repeat, element, n)) [[likely]] {
            loop(dst, src0, src1, n);
            return;
        }
        // The chip reads a repeat before it writes it: the same here, whatever the host's vectors.
        alignas(64) uint8_t copy0[kRepeatBytes];
        alignas(64) uint8_t copy1[kRepeatBytes];
        for (uint64_t done = 0; done < n; done += per_repeat) {
            const uint64_t part = std::min(per_repeat, n - done);
            std::memcpy(copy0, src0 + done * access[1].size, part * access[1].size);
            if (operands > 2) {
                std::memcpy(copy1, src1 + done * access[2].size, part * access[2].size);
            }
            uint8_t* to = dst + done * access[0].size;
            loop(to, copy0, operands > 2 ? copy1 : to, part);
        }
    }

    // A run that may cross blocks whose strides part them.
    void RunByBlocks(uint64_t repeat, uint64_t first, uint64_t n, uint64_t per_repeat) const {
        uint64_t chunk = per_repeat;
        for (uint32_t i = 0; i < operands; ++i) {
            if (access[i].block_bytes != kBlockBytes) {
                chunk = std::min(chunk, access[i].per_block);
            }
        }
        const uint64_t end = first + n;
        while (first < end) {
            const uint64_t next = std::min(end, (first / chunk + 1) * chunk);
            Run(repeat, first, next - first, per_repeat);
            first = next;
        }
    }

    bool Contiguous(uint64_t per_repeat) const {
        return std::all_of(access, access + operands, [&](const Access& operand) {
            return operand.block_bytes == kBlockBytes && operand.repeat_bytes == per_repeat * operand.size;
        });
    }
};

void CheckTypes(const Core& core, const Instruction& instruction) {
    const InstructionInfo& info = InfoOf(instruction.opcode);
    const auto column = static_cast<uint32_t>(core.column);
    const ElementType to = instruction.operand[0].type;
    if (info.family != Family::kCast) {
        if ((info.types[column] & table::Bit(to)) == 0) [[unlikely]] {
            RaiseInstruction(core, instruction, FaultKind::kUnsupported, 0, 0,
                             fmt::format("{} has no {} on {}, it takes {}", core.soc->name, info.api_name,
                                         TypeName(to), TypeList(info.types[column])),
                             "Cast to a type it has");
        }
        return;
    }
    const ElementType from = instruction.operand[1].type;
    const uint32_t modes = CastModes(from, to, core.column);
    const auto mode = static_cast<uint32_t>(instruction.round);
    if (mode >= kRoundModes || ((modes >> mode) & 1u) == 0) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kUnsupported, 1, 0,
            fmt::format("{} casts {} to {} with the modes {}, found {}", core.soc->name, TypeName(from),
                        TypeName(to), RoundModeList(modes), RoundModeName(instruction.round)),
            modes == 0 ? "Cast by way of another type" : "use one of these modes");
    }
}

uint64_t Limit(const Core& core, const Operand& operand) {
    const MemoryKind kind = MemoryOf(operand.position);
    return kind == MemoryKind::kUb ? core.memories.Size(kind) : 0;
}

// Where the operand's elements lie, having checked that all that the plan touches is there.
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
    const uint64_t limit = Limit(core, operand);
    if (limit == 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(index), 0,
                         fmt::format("{} is in {}, expected a tensor in UB", OperandName(instruction, index),
                                     PositionName(operand.position)),
                         "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    if (operand.address % kBlockBytes != 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kMisaligned, int32_t(index), kBlockBytes,
                         fmt::format("{} starts at byte address {}, expected a multiple of {}",
                                     OperandName(instruction, index), operand.address, kBlockBytes),
                         fmt::format("slice {} tensors at multiples of {} elements", TypeName(operand.type),
                                     access.per_block));
    }
    const uint64_t last =
        plan.whole ? plan.last
                   : (plan.high != 0 ? 128 - std::countl_zero(plan.high) : 64 - std::countl_zero(plan.low));
    uint64_t end = operand.address;
    if (plan.repeats > 1 && plan.whole) {
        end += access.Offset(plan.repeats - 2, plan.per_repeat - 1) + access.size;
    }
    if (last != 0) {
        end = std::max(end, operand.address + access.Offset(plan.repeats - 1, last - 1) + access.size);
    }
    if (end > limit) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kOutOfBounds, int32_t(index), limit,
                         fmt::format("{} ends at byte {}, expected at most {}, the size of {} on {}",
                                     OperandName(instruction, index), end, limit,
                                     MemoryName(MemoryOf(operand.position)), core.soc->name),
                         "work on fewer elements or allocate the buffer they need");
    }
    if (index == 0) {
        core.memories.Touch(MemoryOf(operand.position), operand.address, end);
    }
    access.base = core.memories.At(MemoryOf(operand.position), operand.address);
    return access;
}

}  // namespace

void ExecuteVector(Core& core, const Instruction& instruction) {
    CheckTypes(core, instruction);
    uint64_t widest = 1;
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        widest = std::max<uint64_t>(widest, SizeOf(instruction.operand[i].type));
    }
    const Plan plan = MakePlan(core, instruction, kRepeatBytes / widest);
    if (plan.repeats == 0 || (!plan.whole && plan.low == 0 && plan.high == 0)) {
        return;
    }
    Vector vector{instruction, RunLoop(core, instruction), instruction.operands, {}};
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        vector.access[i] = Resolve(core, instruction, i, plan);
    }
    if (plan.whole && vector.Contiguous(plan.per_repeat)) {
        vector.Run(0, 0, (plan.repeats - 1) * plan.per_repeat + plan.last, plan.per_repeat);
        return;
    }
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        ForEachRun(
            plan, repeat + 1 == plan.repeats ? plan.last : plan.per_repeat,
            [&](uint64_t first, uint64_t n) { vector.RunByBlocks(repeat, first, n, plan.per_repeat); });
    }
}

}  // namespace aclnn_cpu::aicore
