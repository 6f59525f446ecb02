// The one loop of unary, binary, scalar, cast and fill instructions: mask, repeats, strides and counter mode
// come down to runs of adjacent elements, and a run to one of the loops of loops.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/repeat_copy.h"
#include "aicore/text.h"
#include "aicore/watch.h"

namespace aclnn_cpu::aicore {

namespace {

// What the instruction does to a run.
class RunLoop {
 public:
    // `mixed`: the row of types, or -1 where all operands are of one type.
    RunLoop(const Core& core, const Instruction& instruction, int32_t mixed) : scalar_(instruction.scalar) {
        if (mixed >= 0) {
            vector_ = core.loops->mixed[mixed];
            scalar_ = instruction.has_scalar ? scalar_ : std::bit_cast<uint32_t>(core.deq_scale);
            return;
        }
        const auto type = static_cast<uint32_t>(instruction.operand[0].type);
        const auto source = static_cast<uint32_t>(instruction.operand[instruction.operands > 1 ? 1 : 0].type);
        switch (InfoOf(instruction.opcode).family) {
            case Family::kCast:
                cast_ = core.loops->cast[source][type][instruction.mode];
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

// Announces `n` adjacent elements of every operand, at the addresses `at`.
[[gnu::noinline, gnu::cold]] void AnnounceElements(const Core& core, const Instruction& instruction,
                                                   const uint8_t* const* at, uint64_t n) {
    Piece pieces[4];
    uint32_t count = 0;
    const auto add = [&](uint32_t operand, Role role) {
        pieces[count++] = {at[operand], n * SizeOf(instruction.operand[operand].type), role, int8_t(operand)};
    };
    for (uint32_t i = 1; i < instruction.operands; ++i) {
        add(i, Role::kRead);
    }
    if (InfoOf(instruction.opcode).reads_dst) {
        add(0, Role::kRead);
    }
    add(0, Role::kWrite);
    core.observer->OnTransfer(core, instruction, {{pieces, count}, n});
}

struct Vector {
    const Core& core;
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
        if (IsWatched(core)) [[unlikely]] {
            const uint8_t* const at[] = {dst, src0, src1};
            AnnounceElements(core, instruction, at, n);
        }
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

    // Whether a repeat writes where it also reads, but for each element onto itself.
    bool RepeatOverlaps(uint64_t repeat, uint64_t per_repeat) const {
        const auto span = [&](const Access& operand) {
            return (per_repeat / operand.per_block - 1) * operand.block_bytes + kBlockBytes;
        };
        const Access& to = access[0];
        return std::any_of(access + 1, access + operands, [&](const Access& from) {
            const bool itself = from.At(repeat, 0) == to.At(repeat, 0) && from.size == to.size &&
                                from.block_bytes == to.block_bytes && to.block_bytes != 0;
            return !itself && Overlap(to.At(repeat, 0), span(to), from.At(repeat, 0), span(from));
        });
    }

    // Announces the chosen elements of a repeat, block by block.
    void AnnounceBlocks(const Plan& plan, uint64_t repeat, uint64_t elements) const {
        uint64_t chunk = plan.per_repeat;
        for (uint32_t i = 0; i < operands; ++i) {
            chunk = std::min(chunk, access[i].per_block);
        }
        ForEachRun(plan, elements, [&](uint64_t first, uint64_t n) {
            for (const uint64_t end = first + n; first < end;) {
                const uint64_t next = std::min(end, (first / chunk + 1) * chunk);
                const uint8_t* at[3] = {};
                for (uint32_t i = 0; i < operands; ++i) {
                    at[i] = access[i].At(repeat, first);
                }
                AnnounceElements(core, instruction, at, next - first);
                first = next;
            }
        });
    }

    // A repeat that reads all before it writes any.
    void RunApart(const Plan& plan, uint64_t repeat, uint64_t elements) const {
        if (IsWatched(core)) [[unlikely]] {
            AnnounceBlocks(plan, repeat, elements);
        }
        RepeatBuffer buffers[3];
        for (uint32_t i = 0; i < operands; ++i) {
            Gather(access[i], plan, repeat, buffers[i]);
        }
        loop(buffers[0].bytes, buffers[1].bytes, buffers[operands > 2 ? 2 : 0].bytes, elements);
        Scatter(buffers[0], plan, repeat, access[0]);
    }
};

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
        AnnounceElements(core, instruction, at, count);
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

// The long way. `adjacent`: the plan is whole and leaves no gaps.
[[gnu::noinline]] void RunPlan(Core& core, const Instruction& instruction, const RunLoop& loop,
                               const Plan& plan, bool adjacent) {
    Vector vector{core, instruction, loop, instruction.operands, {}};
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        vector.access[i] = Resolve(core, instruction, i, plan);
    }
    if (adjacent) {
        vector.Run(0, 0, plan.Elements(), plan.per_repeat);
        return;
    }
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        const uint64_t elements = repeat + 1 == plan.repeats ? plan.last : plan.per_repeat;
        if (vector.RepeatOverlaps(repeat, plan.per_repeat)) [[unlikely]] {
            vector.RunApart(plan, repeat, elements);
            continue;
        }
        ForEachRun(plan, elements, [&](uint64_t first, uint64_t n) {
            vector.RunByBlocks(repeat, first, n, plan.per_repeat);
        });
    }
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
