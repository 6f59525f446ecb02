// Unary, binary, scalar, cast and fill instructions: the checks, and the short ways for elements that lie one
// behind the other. vector_runs.cpp has the long way.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/vector_runs.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

[[gnu::noinline, gnu::cold]] [[noreturn]] void RefuseCast(const Core& core, const Instruction& instruction,
                                                          uint32_t modes) {
    RaiseInstruction(
        core, instruction, FaultKind::kUnsupported, 1, 0,
        fmt::format("{} casts {} to {} with the modes {}, found {}", core.soc->name,
                    TypeName(instruction.operand[1].type), TypeName(instruction.operand[0].type),
                    RoundModeList(modes), RoundModeName(static_cast<AscendC::RoundMode>(instruction.mode))),
        modes == 0 ? "Cast by way of another type" : "use one of these modes");
}

void CheckCast(const Core& core, const Instruction& instruction) {
    const uint32_t modes = CastModes(instruction.operand[1].type, instruction.operand[0].type, core.column);
    if (instruction.mode >= kRoundModes || ((modes >> instruction.mode) & 1u) == 0) [[unlikely]] {
        RefuseCast(core, instruction, modes);
    }
}

// Whether the operand lies in UB, aligned, with `bytes` bytes inside it.
bool IsUsual(const LocalMemories& memories, const Operand& operand, uint64_t bytes) {
    const uint64_t limit = memories.Size(MemoryKind::kUb);
    return MemoryOf(operand.position) == MemoryKind::kUb && operand.address % kBlockBytes == 0 &&
           bytes <= limit && operand.address <= limit - bytes;
}

// Runs a loop over `count` elements where the operands lie in UB; dst stands for sources that are not there.
template <typename Loop>
void RunAt(Core& core, const Instruction& instruction, uint64_t count, Loop loop) {
    uint8_t* const ub = core.memories.At(MemoryKind::kUb, 0);
    uint8_t* const dst = ub + instruction.operand[0].address;
    const uint8_t* const at[] = {dst, ub + instruction.operand[instruction.operands > 1 ? 1 : 0].address,
                                 ub + instruction.operand[instruction.operands > 2 ? 2 : 0].address};
    if (IsWatched(core)) [[unlikely]] {
        AnnounceElements(core, instruction, at, count, instruction.operands);
    }
    core.memories.Touch(MemoryKind::kUb, instruction.operand[0].address,
                        instruction.operand[0].address + count * SizeOf(instruction.operand[0].type));
    loop(dst, at[1], at[2]);
}

// `count` adjacent elements of every operand in few steps, as nearly every kernel asks for them: operands in UB,
// aligned and inside it, each source the destination itself or apart from it. False, with nothing done, for all
// else: the long way works it out or says what is wrong.
bool RunAdjacent(Core& core, const Instruction& instruction, const RunLoop& loop, uint64_t count) {
    const Operand& dst = instruction.operand[0];
    const uint64_t dst_bytes = count * SizeOf(dst.type);
    LocalMemories& memories = core.memories;
    if (count == 0 || !IsUsual(memories, dst, dst_bytes)) [[unlikely]] {
        return false;
    }
    for (uint32_t i = 1; i < instruction.operands; ++i) {
        const Operand& src = instruction.operand[i];
        const uint64_t bytes = count * SizeOf(src.type);
        const bool same = src.address == dst.address && bytes == dst_bytes;
        const bool apart = dst.address - src.address >= bytes && src.address - dst.address >= dst_bytes;
        if (!IsUsual(memories, src, bytes) || (!same && !apart)) [[unlikely]] {
            return false;
        }
    }
    RunAt(core, instruction, count,
          [&](uint8_t* to, const uint8_t* src0, const uint8_t* src1) { loop(to, src0, src1, count); });
    return true;
}

// Whether the strides leave no gaps between the elements that the plan, a whole one, chooses.
bool HasNoGaps(const Instruction& instruction, const Plan& plan) {
    return std::all_of(
        instruction.operand, instruction.operand + instruction.operands, [&](const Operand& operand) {
            return operand.block_stride == 1 &&
                   (plan.repeats == 1 ||
                    operand.repeat_stride * kBlockBytes == plan.per_repeat * SizeOf(operand.type));
        });
}

[[noreturn]] void RaiseNoPair(const Core& core, const Instruction& instruction) {
    std::string pairs;
    for (const MixedRow& row : MixedRows()) {
        if (row.opcode == instruction.opcode && row.chips[core.column] != 0) {
            pairs +=
                fmt::format("{}{} to {}", pairs.empty() ? "" : ", ", TypeName(row.from), TypeName(row.to));
        }
    }
    RaiseInstruction(core, instruction, FaultKind::kUnsupported, 0, 0,
                     fmt::format("{} has no {} from {} to {}, of two types it takes {}", core.soc->name,
                                 InfoOf(instruction.opcode).api_name, TypeName(instruction.operand[1].type),
                                 TypeName(instruction.operand[0].type), pairs.empty() ? "none" : pairs),
                     "Cast to types it has");
}

// Checks the types. Returns the row of a pair of types, or -1 where one loop over one type (or a cast) does
// it.
int32_t CheckTypes(const Core& core, const Instruction& instruction) {
    const Family family = InfoOf(instruction.opcode).family;
    const ElementType to = instruction.operand[0].type;
    const ElementType from = instruction.operand[instruction.operands > 1 ? 1 : 0].type;
    int32_t mixed = -1;
    if (family == Family::kMixed) {
        CheckType(core, instruction);
    }
    if (from != to || family == Family::kMixed) {
        mixed = FindMixed(instruction.opcode, from, to, core.column);
    }
    if (mixed >= 0) {
        return mixed;
    }
    if (family == Family::kCast) {
        CheckCast(core, instruction);
    } else if (from != to || family == Family::kMixed) {
        RaiseNoPair(core, instruction);
    } else {
        CheckType(core, instruction);
        CheckForm(core, instruction);
    }
    return -1;
}

// And, Or and Not of some chips count words of 16 bits, whatever the elements of the tensors are.
bool CountsWords(const Core& core, const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    return (opcode == Opcode::kAnd || opcode == Opcode::kOr || opcode == Opcode::kNot) &&
           instruction.mask_source == MaskSource::kElements &&
           (table::kCountsWords[core.column] & table::Bit(instruction.operand[0].type)) != 0;
}

Instruction AsWords(const Instruction& instruction) {
    Instruction words = instruction;
    for (uint32_t i = 0; i < words.operands; ++i) {
        words.operand[i].type = ElementType::kUint16;
    }
    return words;
}

// Whether no element of dst, `bytes` long, lies on another one of a source of the same length.
bool AreApartOrSame(uint64_t dst, uint64_t src, uint64_t bytes) {
    return dst == src || dst - src - bytes <= -(2 * bytes);
}

// The elements of the calls that nearly every kernel makes nearly always: the count form, or a full mask over
// repeats that follow one another. 0: the general way finds out.
uint64_t AdjacentElements(const Core& core, const Instruction& instruction) {
    if (instruction.mask_source == MaskSource::kElements) {
        return instruction.count;
    }
    const ElementType type = instruction.operand[0].type;
    const uint64_t per_repeat = kRepeatBytes / SizeOf(type);
    if (instruction.mask_source != MaskSource::kNumber || instruction.mask[0] < per_repeat ||
        core.mask.mode != AscendC::MaskMode::NORMAL ||
        (table::kCountFormOnly[core.column] & table::Bit(type)) != 0) {
        return 0;
    }
    bool gaps = false;
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        const Operand& operand = instruction.operand[i];
        gaps |= operand.block_stride != 1 ||
                (instruction.repeat != 1 && operand.repeat_stride != kRepeatBytes / kBlockBytes);
    }
    return gaps ? 0 : instruction.repeat * per_repeat;
}

// The loop for an instruction that the chip has for the one type of all operands, of `bytes` adjacent bytes that lie
// as RunAdjacent takes them. Then that loop over the operands as they are is all there is to do. Null for all else,
// which ExecuteGeneral works out or refuses.
VectorLoop FindPlainLoop(const Core& core, const Instruction& instruction, uint64_t bytes) {
    static_assert(Family::kUnary < Family::kScalar && Family::kBinary < Family::kScalar);
    const InstructionInfo& info = InfoOf(instruction.opcode);
    const Operand& dst = instruction.operand[0];
    const Operand& src0 = instruction.operand[1];
    const Operand& last = instruction.operand[instruction.operands - 1];  // src0 or src1
    if (info.family > Family::kScalar || (info.types[core.column] & table::Bit(dst.type)) == 0 ||
        src0.type != dst.type || last.type != dst.type) {
        return nullptr;
    }
    const uint64_t limit = core.memories.Size(MemoryKind::kUb);
    const bool usual =
        MemoryOf(dst.position) == MemoryKind::kUb && MemoryOf(src0.position) == MemoryKind::kUb &&
        MemoryOf(last.position) == MemoryKind::kUb &&
        (dst.address | src0.address | last.address) % kBlockBytes == 0 && bytes - 1 < limit &&
        std::max({dst.address, src0.address, last.address}) <= limit - bytes &&
        AreApartOrSame(dst.address, src0.address, bytes) && AreApartOrSame(dst.address, last.address, bytes);
    const auto opcode = static_cast<uint32_t>(instruction.opcode);
    return usual ? core.loops->vector[opcode][static_cast<uint32_t>(dst.type)] : nullptr;
}

[[gnu::noinline]] void ExecuteGeneral(Core& core, const Instruction& instruction) {
    if (CountsWords(core, instruction)) [[unlikely]] {
        ExecuteGeneral(core, AsWords(instruction));
        return;
    }
    const int32_t mixed = CheckTypes(core, instruction);
    if (instruction.operand[0].type == ElementType::kInt4 ||
        (instruction.operands > 1 && instruction.operand[1].type == ElementType::kInt4)) [[unlikely]] {
        ExecuteInt4Cast(core, instruction);
        return;
    }
    const RunLoop loop(core, instruction, mixed);
    const bool counted = instruction.mask_source == MaskSource::kElements;
    if (counted && RunAdjacent(core, instruction, loop, instruction.count)) [[likely]] {
        core.mask = MaskState{};  // as MakePlan leaves it
        return;
    }
    const Plan plan = MakePlan(core, instruction, ElementsPerRepeat(instruction));
    if (IsEmpty(plan)) {
        return;
    }
    const bool adjacent = counted || (plan.whole && HasNoGaps(instruction, plan));
    if (counted || !adjacent || !RunAdjacent(core, instruction, loop, plan.Elements())) {
        RunPlan(core, instruction, loop, plan, adjacent);
    }
}

}  // namespace

void ExecuteVector(Core& core, const Instruction& instruction) {
    const Operand& dst = instruction.operand[0];
    const uint64_t count = AdjacentElements(core, instruction);
    const uint64_t bytes = count * SizeOf(dst.type);
    const VectorLoop loop = FindPlainLoop(core, instruction, bytes);
    if (loop == nullptr) [[unlikely]] {
        ExecuteGeneral(core, instruction);
        return;
    }
    if (instruction.mask_source == MaskSource::kElements) {
        core.mask = MaskState{};  // as MakePlan leaves it
    } else {
        SetMaskNumber(core.mask, kRepeatBytes / SizeOf(dst.type));
    }
    RunAt(core, instruction, count, [&](uint8_t* to, const uint8_t* src0, const uint8_t* src1) {
        loop(to, src0, src1, instruction.scalar, count);
    });
}

}  // namespace aclnn_cpu::aicore
