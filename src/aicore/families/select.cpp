// Select: where a bit is set the element of src0, else the element of src1, which is a tensor or a scalar.
//
// VSEL_CMPMASK_SPR takes the first bits of the mask tensor again for every repeat; the other modes use up one
// bit per element.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/repeat_copy.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::SELMODE;

// The operands, in the order of the call.
constexpr uint32_t kMask = 1;
constexpr uint32_t kSrc0 = 2;
constexpr uint32_t kSrc1 = 3;

// The last 8 KiB of UB of these chips serve as scratch: bytes 188416 and up of the 192 KiB of Ascend910B. The
// reference of Select asks kernels to leave them alone with the modes other than VSEL_CMPMASK_SPR, for there
// the chip writes 32 copies of the scalar, or of the mask's address as a 32-bit number.
constexpr uint64_t kScratchBytes = 8192;
constexpr uint64_t kScratchCopies = 32;

bool HasScratch(const Core& core) {
    const bool chip = core.column == ChipColumn::kA2 || core.column == ChipColumn::k310P;
    return chip && core.memories.Size(MemoryKind::kUb) > kScratchBytes;
}

bool HasCompareMask(ChipColumn chip) { return table::kCompareMask[chip] != 0; }

SELMODE ModeOf(const Instruction& instruction) { return static_cast<SELMODE>(instruction.mode); }

void CheckSelect(const Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    CheckForm(core, instruction);
    const ElementType mask = instruction.operand[kMask].type;
    if (mask != ElementType::kCount && (table::SELECT_MASKS & table::Bit(mask)) == 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kUnsupported, kMask, 0,
                         fmt::format("the mask of Select is {}, expected {}", TypeName(mask),
                                     TypeList(table::SELECT_MASKS)),
                         "ReinterpretCast the mask");
    }
    const SELMODE mode = ModeOf(instruction);
    const bool takes_scalar = mode == SELMODE::VSEL_TENSOR_SCALAR_MODE;
    const bool has_tensor = instruction.operands > kSrc1;
    if (mode > SELMODE::VSEL_TENSOR_TENSOR_MODE || takes_scalar == has_tensor) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kBadParameter, -1, 0,
            fmt::format("src1 is a {}, which does not go with {}", has_tensor ? "tensor" : "scalar",
                        SelectModeName(mode)),
            has_tensor ? "use VSEL_TENSOR_TENSOR_MODE or VSEL_CMPMASK_SPR" : "use VSEL_TENSOR_SCALAR_MODE");
    }
    if (core.column == ChipColumn::k910 && mode != SELMODE::VSEL_CMPMASK_SPR) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kUnsupported, -1, 0,
                         fmt::format("{} selects with VSEL_CMPMASK_SPR only, found {}", core.soc->name,
                                     SelectModeName(mode)),
                         "select between two tensors, repeat by repeat");
    }
}

// What the instruction needs beyond its strided operands.
struct Bits {
    const uint8_t* bytes;
    uint64_t repeat_bytes;  // from the bits of one repeat to those of the next
};

// The mask tensor of the register form, whose address CMPMASK holds: its low 32 bits, as kernels make it from
// GetPhyAddr.
const uint8_t* MaskAtRegister(Core& core, const Instruction& instruction, uint64_t bytes) {
    uint8_t* base = core.memories.At(MemoryKind::kUb, 0);
    const uint64_t offset = static_cast<uint32_t>(core.compare_mask[0]) -
                            static_cast<uint32_t>(reinterpret_cast<uintptr_t>(base));
    const uint64_t address = offset & 0xFFFFFFFFu;
    const uint64_t limit = core.memories.Size(MemoryKind::kUb);
    if (address + bytes > limit) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kOutOfBounds, -1, limit,
                         "the register CMPMASK does not hold the address of a mask in UB",
                         "call SetCmpMask with a tensor that holds the mask's GetPhyAddr");
    }
    return base + address;
}

Bits ResolveBits(Core& core, const Instruction& instruction, const Plan& plan) {
    const bool reused = ModeOf(instruction) == SELMODE::VSEL_CMPMASK_SPR;
    const bool has_tensor = instruction.operand[kMask].type != ElementType::kCount;
    if (reused) {
        const auto* bytes =
            has_tensor ? ResolveUb(core, instruction, kMask,
                                   std::max<uint64_t>(sizeof(core.compare_mask), plan.per_repeat / 8))
                       : reinterpret_cast<const uint8_t*>(core.compare_mask);
        return {bytes, 0};
    }
    const uint64_t bytes = (Elements(plan) + 7) / 8;
    return {
        has_tensor ? ResolveUb(core, instruction, kMask, bytes) : MaskAtRegister(core, instruction, bytes),
        plan.per_repeat / 8};
}

// Leaves what the chip leaves in the scratch and in CMPMASK when it is called with a mask tensor.
void PrepareRegister(Core& core, const Instruction& instruction, const Bits& bits) {
    if (ModeOf(instruction) == SELMODE::VSEL_CMPMASK_SPR) {
        if (instruction.operand[kMask].type != ElementType::kCount) {
            Announce(core, instruction,
                     {{bits.bytes, sizeof(core.compare_mask), Role::kRead, int8_t(kMask)}});
        }
        std::memcpy(core.compare_mask, bits.bytes, sizeof(core.compare_mask));
        return;
    }
    uint64_t value = instruction.scalar;
    uint64_t size = SizeOf(instruction.operand[0].type);
    uint32_t address = 0;
    if (!instruction.has_scalar) {
        value = instruction.operand[kMask].address;
        size = sizeof(uint32_t);
        address = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(bits.bytes));
    }
    uint8_t copies[kScratchCopies * sizeof(uint64_t)];
    for (uint64_t i = 0; i < kScratchCopies; ++i) {
        std::memcpy(copies + i * size, &value, size);
    }
    if (HasScratch(core)) {
        const uint64_t begin = core.memories.Size(MemoryKind::kUb) - kScratchBytes;
        uint8_t* scratch = core.memories.At(MemoryKind::kUb, begin);
        Announce(core, instruction, {{scratch, kScratchCopies * size, Role::kSpoil, kNoOperand}});
        core.memories.Touch(MemoryKind::kUb, begin, begin + kScratchCopies * size);
        std::memcpy(scratch, copies, kScratchCopies * size);
    }
    if (!instruction.has_scalar) {
        core.compare_mask[0] = core.compare_mask[1] = uint64_t(address) << 32 | address;
    } else {
        std::memcpy(core.compare_mask, copies, sizeof(core.compare_mask));
    }
}

// Announces the bits of a repeat, whose values are `mask`, and then its elements: each with the source it is
// taken from, or, where they lie across their sources, all together.
[[gnu::noinline, gnu::cold]] void AnnounceRepeat(const Core& core, const Instruction& instruction,
                                                 const Plan& plan, uint64_t repeat, const Bits& bits,
                                                 const uint8_t* mask, const Access& dst, const Access& src0,
                                                 const Access& src1) {
    const bool in_memory = bits.bytes != reinterpret_cast<const uint8_t*>(core.compare_mask);
    const bool has_tensor = instruction.operands > kSrc1;
    const auto operand =
        instruction.operand[kMask].type == ElementType::kCount ? kNoOperand : static_cast<int8_t>(kMask);
    Pieces pieces(core, instruction);
    if (in_memory && (repeat == 0 || bits.repeat_bytes != 0)) {
        const uint8_t* at = bits.bytes + repeat * bits.repeat_bytes;
        ForEachRun(plan, plan.ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
            pieces.Add(at + first / 8, (first + n - 1) / 8 - first / 8 + 1, Role::kChoose, operand);
        });
        pieces.Announce();
    }
    if (WritesIntoSource(dst, src0, repeat, plan.per_repeat) ||
        (has_tensor && WritesIntoSource(dst, src1, repeat, plan.per_repeat))) {
        pieces.AddChosen({&src0, Role::kRead, kSrc0}, plan, repeat, 0, plan.per_repeat);
        if (has_tensor) {
            pieces.AddChosen({&src1, Role::kRead, kSrc1}, plan, repeat, 0, plan.per_repeat);
        }
        pieces.AddChosen({&dst, Role::kWrite, 0}, plan, repeat, 0, plan.per_repeat);
        pieces.Announce();
        return;
    }
    uint64_t chunk = plan.per_repeat;
    for (const Access* access : {&dst, &src0, has_tensor ? &src1 : &src0}) {
        chunk = access->block_bytes == kBlockBytes ? chunk : std::min(chunk, access->per_block);
    }
    ForEachRun(plan, plan.ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
        for (const uint64_t end = first + n; first < end;) {
            const uint64_t next = std::min(end, (first / chunk + 1) * chunk);
            const uint64_t bytes = (next - first) * dst.size;
            pieces.Add(src0.At(repeat, first), bytes, Role::kRead, kSrc0);
            if (has_tensor) {
                pieces.Add(src1.At(repeat, first), bytes, Role::kRead, kSrc1);
            }
            pieces.Add(dst.At(repeat, first), bytes, Role::kWrite, 0);
            pieces.Announce({.pieces = {},
                             .elements = next - first,
                             .packs = false,
                             .choice = mask + first / 8,
                             .choice_bit = static_cast<uint32_t>(first % 8)});
            first = next;
        }
    });
}

}  // namespace

void ExecuteSelect(Core& core, const Instruction& instruction) {
    CheckSelect(core, instruction);
    const uint64_t per_repeat = kRepeatBytes / SizeOf(instruction.operand[0].type);
    const Plan plan = MakePlan(core, instruction, per_repeat);
    const bool empty = IsEmpty(plan);
    const Bits bits = ResolveBits(core, instruction, plan);
    Access dst;
    Access src0;
    Access src1;
    const bool has_tensor = instruction.operands > kSrc1;
    if (!empty) {
        src0 = Resolve(core, instruction, kSrc0, plan);
        src1 = has_tensor ? Resolve(core, instruction, kSrc1, plan) : src1;
        dst = Resolve(core, instruction, 0, plan);
    }
    const uint64_t scalar = instruction.has_scalar ? instruction.scalar : core.compare_mask[0];
    if (instruction.opcode == Opcode::kSelect && HasCompareMask(core.column)) {
        PrepareRegister(core, instruction, bits);
    }
    if (empty) {
        return;
    }
    const SelectLoop loop =
        core.loops->select[std::countr_zero(dst.size)][has_tensor ? kWithTensor : kWithScalar];
    const void* other = has_tensor ? static_cast<const void*>(src1.base) : &scalar;
    const uint64_t elements = Elements(plan);
    const uint64_t bytes = elements * dst.size;
    const auto apart = [&](const Access& src) {
        return IsContiguous(src, per_repeat) &&
               (src.base == dst.base || !Overlap(dst.base, bytes, src.base, bytes));
    };
    if (plan.whole && bits.repeat_bytes != 0 && IsContiguous(dst, per_repeat) && apart(src0) &&
        (!has_tensor || apart(src1)) && !Overlap(dst.base, bytes, bits.bytes, (elements + 7) / 8)) {
        for (uint64_t repeat = 0; IsWatched(core) && repeat < plan.repeats; ++repeat) {
            const uint8_t* mask = bits.bytes + repeat * bits.repeat_bytes;
            AnnounceRepeat(core, instruction, plan, repeat, bits, mask, dst, src0, src1);
        }
        loop(dst.base, bits.bytes, src0.base, other, elements);
        return;
    }
    uint8_t reused[kRepeatBytes / 8];
    std::memcpy(reused, bits.bytes, bits.repeat_bytes == 0 ? per_repeat / 8 : 0);
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        const uint8_t* mask = bits.repeat_bytes == 0 ? reused : bits.bytes + repeat * bits.repeat_bytes;
        if (IsWatched(core)) [[unlikely]] {
            AnnounceRepeat(core, instruction, plan, repeat, bits, mask, dst, src0, src1);
        }
        const uint64_t count = repeat + 1 == plan.repeats ? plan.last : per_repeat;
        RepeatBuffer left;
        RepeatBuffer right;
        RepeatBuffer result;
        Gather(src0, plan, repeat, left);
        if (has_tensor) {
            Gather(src1, plan, repeat, right);
            other = right.bytes;
        }
        loop(result.bytes, mask, left.bytes, other, count);
        Scatter(result, plan, repeat, dst);
    }
}

}  // namespace aclnn_cpu::aicore
