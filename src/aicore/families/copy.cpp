// DataCopy and DataCopyPad: bursts of bytes between global and local memory, and inside local memory.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/atomic.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"
#include "aicore/watch.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint32_t kMaxBursts = 4095;
constexpr uint32_t kMaxPadBurstBytes = 2'097'151;

uint64_t RoundUp(uint64_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes; }

// The ways that the instructions know; MemoryKind::kCount is global memory.
struct Way {
    MemoryKind dst;
    MemoryKind src;
};

constexpr MemoryKind kGlobal = MemoryKind::kCount;

Way WayOf(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::kDataCopyInL1:
            return {MemoryKind::kL1, kGlobal};
        case Opcode::kDataCopyOutL1:
            return {kGlobal, MemoryKind::kL1};
        case Opcode::kDataCopyLocal:
            return {MemoryKind::kUb, MemoryKind::kUb};
        case Opcode::kDataCopyToL1:
        case Opcode::kDataCopyNd2NzToL1:
            return {MemoryKind::kL1, MemoryKind::kUb};
        case Opcode::kDataCopyNd2Nz:  // to either
            return {MemoryOf(instruction.operand[0].position) == MemoryKind::kL1 ? MemoryKind::kL1
                                                                                 : MemoryKind::kUb,
                    kGlobal};
        case Opcode::kDataCopyOut:
        case Opcode::kDataCopyPadOut:
        case Opcode::kDataCopyPadCompactOut:
        case Opcode::kDataCopySliceOut:
        case Opcode::kDataCopyNz2Nd:
            return {kGlobal, MemoryKind::kUb};
        default:
            return {MemoryKind::kUb, kGlobal};
    }
}

struct Copy {
    Core& core;
    const Instruction& instruction;
    const CopyShape& shape;
    Way way;
    uint64_t left = 0;  // bytes of padding
    uint64_t right = 0;
    uint64_t local = 0;      // bytes that a burst takes up on a local side
    uint64_t steps[2] = {};  // from burst to burst, of dst and src

    Copy(Core& on, const Instruction& issued)
        : core(on), instruction(issued), shape(issued.As<CopyShape>()), way(WayOf(issued)) {
        if (shape.whole_blocks) {
            const uint64_t element = SizeOf(issued.operand[0].type);
            left = shape.left * element;
            right = shape.right * element;
            local = RoundUp(left + shape.burst_bytes + right);
        } else {
            local = shape.burst_bytes;
        }
        steps[0] = BurstBytes(0) + shape.dst_gap;
        steps[1] = BurstBytes(1) + shape.src_gap;
    }

    bool IsGlobal(uint32_t index) const { return (index == 0 ? way.dst : way.src) == kGlobal; }
    uint64_t BurstBytes(uint32_t index) const { return IsGlobal(index) ? shape.burst_bytes : local; }
    // From the first byte of an operand to behind the last.
    uint64_t Extent(uint32_t index) const {
        uint64_t bytes = (shape.bursts - 1) * steps[index] + BurstBytes(index);
        for (uint32_t i = 0; i < shape.loop_count; ++i) {
            const CopyLoop& loop = shape.loops[i];
            bytes += (loop.count - 1) * (index == 0 ? loop.dst_step : loop.src_step);
        }
        return shape.compact && !IsGlobal(index) ? RoundUp(bytes) : bytes;
    }
};

[[noreturn]] void RaiseField(const Copy& copy, uint64_t limit, std::string problem, std::string remedy) {
    RaiseInstruction(copy.core, copy.instruction, FaultKind::kBadParameter, -1, limit, std::move(problem),
                     std::move(remedy));
}

void CheckShape(const Copy& copy) {
    const CopyShape& shape = copy.shape;
    if (shape.bursts > kMaxBursts && shape.loop_count == 0) [[unlikely]] {
        RaiseField(copy, kMaxBursts,
                   fmt::format("blockCount is {}, expected at most {}", shape.bursts, kMaxBursts),
                   "copy in several parts");
    }
    if (!shape.whole_blocks && !shape.compact) {
        return;
    }
    if (shape.burst_bytes > kMaxPadBurstBytes) [[unlikely]] {
        RaiseField(
            copy, kMaxPadBurstBytes,
            fmt::format("blockLen is {} bytes, expected at most {}", shape.burst_bytes, kMaxPadBurstBytes),
            "copy in several parts");
    }
    if (std::max(copy.left, copy.right) > kBlockBytes) [[unlikely]] {
        RaiseField(copy, kBlockBytes,
                   fmt::format("padding is {} bytes left and {} right, expected at most {} on either side",
                               copy.left, copy.right, kBlockBytes),
                   "fill the rest with Duplicate");
    }
    const ElementType type = copy.instruction.operand[0].type;
    if (shape.pad && shape.pad_value != 0 && SizeOf(type) == 8) [[unlikely]] {
        RaiseField(copy, 0,
                   fmt::format("paddingValue of {} is {:#x}, expected 0", TypeName(type), shape.pad_value),
                   "pad with 0, or copy as elements of half the size");
    }
}

// Loops that go over the same bytes again and again, as with a stride of 0, would run for hours.
void CheckLoops(const Copy& copy) {
    const CopyShape& shape = copy.shape;
    const MemoryKind local = copy.IsGlobal(0) ? copy.way.src : copy.way.dst;
    const uint64_t limit = copy.core.memories.Size(local);
    uint64_t bytes = shape.bursts * copy.local;  // of 32 bits each
    for (uint32_t i = 0; i < shape.loop_count && bytes <= limit; ++i) {
        bytes *= shape.loops[i].count;
    }
    if (bytes > limit) [[unlikely]] {
        RaiseInstruction(
            copy.core, copy.instruction, FaultKind::kOutOfBounds, copy.IsGlobal(0) ? 1 : 0, limit,
            fmt::format("the parts have {} bytes or more, expected at most {}, the size of {} on {}", bytes,
                        limit, MemoryName(local), copy.core.soc->name),
            "check the lengths, strides and extents");
    }
}

void CheckSupport(const Copy& copy) {
    const Core& core = copy.core;
    const InstructionInfo& info = InfoOf(copy.instruction.opcode);
    const ElementType type = copy.instruction.operand[0].type;
    const uint32_t types = info.types[core.column];
    if ((types & table::Bit(type)) == 0) [[unlikely]] {
        const std::string way =
            fmt::format("from {} to {}", MemoryName(copy.way.src), MemoryName(copy.way.dst));
        const std::string taken = types == 0 ? "or on any other type" : "it takes " + TypeList(types);
        RaiseInstruction(
            core, copy.instruction, FaultKind::kUnsupported, 0, 0,
            fmt::format("{} has no {} {} on {}, {}", core.soc->name, info.api_name, way, TypeName(type),
                        taken),
            types == 0 ? "take a way that the chip has" : "ReinterpretCast the tensors to a type it takes");
    }
}

uint8_t* ResolveLocal(const Copy& copy, uint32_t index) {
    const Core& core = copy.core;
    const Instruction& instruction = copy.instruction;
    const Operand& operand = instruction.operand[index];
    const MemoryKind expected = index == 0 ? copy.way.dst : copy.way.src;
    if (MemoryOf(operand.position) != expected) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, int32_t(index), 0,
                         fmt::format("{} is in {}, expected a tensor in {}", OperandName(instruction, index),
                                     PositionName(operand.position), MemoryName(expected)),
                         "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    uint64_t low_bits = operand.address | (index == 0 ? copy.shape.dst_gap : copy.shape.src_gap);
    for (uint32_t i = 0; i < copy.shape.loop_count; ++i) {
        low_bits |= index == 0 ? copy.shape.loops[i].dst_step : copy.shape.loops[i].src_step;
    }
    if (low_bits % kBlockBytes != 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kMisaligned, int32_t(index), kBlockBytes,
                         operand.address % kBlockBytes == 0
                             ? fmt::format("parts of {} lie at byte distances that are no multiples of {}",
                                           OperandName(instruction, index), kBlockBytes)
                             : fmt::format("{} starts at byte address {}, expected a multiple of {}",
                                           OperandName(instruction, index), operand.address, kBlockBytes),
                         fmt::format("slice {} tensors at multiples of {} elements", TypeName(operand.type),
                                     kBlockBytes / SizeOf(operand.type)));
    }
    const uint64_t limit = core.memories.Size(expected);
    const uint64_t end = operand.address + copy.Extent(index);
    if (end > limit || end < operand.address) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, int32_t(index), limit,
            fmt::format("{} ends at byte {}, expected at most {}, the size of {} on {}",
                        OperandName(instruction, index), end, limit, MemoryName(expected), core.soc->name),
            "copy fewer elements or allocate the buffer they need");
    }
    if (index == 0) {
        copy.core.memories.Touch(expected, operand.address, end);
    }
    return copy.core.memories.At(expected, operand.address);
}

[[noreturn]] void RaiseGlobal(const Copy& copy, uint32_t index) {
    const Operand& operand = copy.instruction.operand[index];
    const std::string_view name = OperandName(copy.instruction, index);
    RaiseInstruction(copy.core, copy.instruction, FaultKind::kBadParameter, int32_t(index), 0,
                     operand.address == 0
                         ? fmt::format("{} is a null address", name)
                         : fmt::format("{} bytes of {} from address {:#x} are no memory of this machine",
                                       copy.Extent(index), name, operand.address),
                     "call SetGlobalBuffer with the kernel's argument");
}

uint8_t* ResolveGlobal(const Copy& copy, uint32_t index) {
    const Operand& operand = copy.instruction.operand[index];
    if (!MayBeGlobal(operand.address, copy.Extent(index))) [[unlikely]] {
        RaiseGlobal(copy, index);
    }
    const Opcode opcode = copy.instruction.opcode;
    const uint64_t alignment =
        opcode == Opcode::kDataCopyIn || opcode == Opcode::kDataCopyOut ? SizeOf(operand.type) : 1;
    if ((operand.address & (alignment - 1)) != 0) [[unlikely]] {
        RaiseInstruction(copy.core, copy.instruction, FaultKind::kMisaligned, int32_t(index), alignment,
                         fmt::format("{} starts at address {:#x}, expected a multiple of {}, the size of {}",
                                     OperandName(copy.instruction, index), operand.address, alignment,
                                     TypeName(operand.type)),
                         "use DataCopyPad, which takes any address of global memory");
    }
    return reinterpret_cast<uint8_t*>(operand.address);
}

uint8_t* ResolveSide(const Copy& copy, uint32_t index) {
    return copy.IsGlobal(index) ? ResolveGlobal(copy, index) : ResolveLocal(copy, index);
}

// Announces `bytes` bytes from src to dst.
void AnnounceBytes(const Copy& copy, const uint8_t* dst, const uint8_t* src, uint64_t bytes,
                   Role role = Role::kWrite) {
    Announce(copy.core, copy.instruction, {{src, bytes, Role::kRead, 1}, {dst, bytes, role, 0}}, bytes);
}

// Announces `bytes` bytes of each burst, which take up `local` bytes of local memory. To or from global memory all
// bursts are one: what depends on which makes no difference there.
[[gnu::noinline, gnu::cold]] void AnnounceBursts(const Copy& copy, const uint8_t* dst, const uint8_t* src,
                                                 uint64_t bytes, uint64_t local, Role role) {
    Pieces pieces(copy.core, copy.instruction);
    const uint64_t bursts = copy.shape.bursts;
    if (!copy.IsGlobal(0) && !copy.IsGlobal(1)) {
        for (uint64_t i = 0; i < bursts; ++i) {
            AnnounceBytes(copy, dst + i * copy.steps[0], src + i * copy.steps[1], bytes, role);
        }
        return;
    }
    for (uint64_t i = 0; i < bursts; ++i) {
        pieces.Extend(src + i * copy.steps[1], bytes, Role::kRead, 1);
    }
    for (uint64_t i = 0; i < bursts; ++i) {
        pieces.Extend(dst + i * copy.steps[0], local, role, 0);
    }
    pieces.Announce();
}

// Both sides are plain bytes: `bytes` of each burst.
void CopyBursts(const Copy& copy, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    if (IsWatched(copy.core)) [[unlikely]] {
        AnnounceBursts(copy, dst, src, bytes, bytes, Role::kWrite);
    }
    for (uint32_t i = 0; i < copy.shape.bursts; ++i) {
        std::memmove(dst + i * copy.steps[0], src + i * copy.steps[1], bytes);
    }
}

void CombineBursts(const Copy& copy, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    if (IsWatched(copy.core)) [[unlikely]] {
        AnnounceBursts(copy, dst, src, bytes, bytes, Role::kCombine);
    }
    for (uint32_t i = 0; i < copy.shape.bursts; ++i) {
        CombineAtomically(copy.core, dst + i * copy.steps[0], src + i * copy.steps[1], bytes);
    }
}

void FillElements(uint8_t* dst, uint64_t bytes, const void* element, uint64_t size) {
    for (uint64_t done = 0; done < bytes; done += size) {
        std::memcpy(dst + done, element, std::min(size, bytes - done));
    }
}

// Whether nobody may rely on what stands around the bytes of a burst.
bool SpoilsPadding(const Copy& copy) {
    return !copy.shape.pad && (copy.left != 0 || copy.right != 0) && !copy.core.has_pad_value;
}

// Announces what FillPadding does.
void AnnouncePadding(const Copy& copy, const uint8_t* begin, uint64_t bytes, uint64_t local) {
    const Role role = SpoilsPadding(copy) ? Role::kSpoil : Role::kWrite;
    Announce(copy.core, copy.instruction,
             {{begin, copy.left, role, 0}, {begin + copy.left + bytes, local - copy.left - bytes, role, 0}});
}

// What stands around the bytes of a burst: the padding value if isPad; else the burst's first element where
// only the last block is filled up, and where padding was asked for the value of SetPadValue, or nothing one
// may rely on.
void FillPadding(const Copy& copy, uint8_t* begin, uint64_t bytes, uint64_t local) {
    const CopyShape& shape = copy.shape;
    const uint64_t size = SizeOf(copy.instruction.operand[0].type);
    uint8_t* after = begin + copy.left + bytes;
    const uint64_t rest = local - copy.left - bytes;
    if (shape.pad) {
        FillElements(begin, copy.left, &shape.pad_value, size);
        FillElements(after, rest, &shape.pad_value, size);
    } else if (copy.left == 0 && copy.right == 0) {
        FillElements(after, rest, begin, std::min<uint64_t>(size, bytes));
    } else if (copy.core.has_pad_value) {
        const uint64_t width = std::min<uint64_t>(size, 4);  // 64-bit elements are padded by halves
        FillElements(begin, copy.left, &copy.core.pad_value, width);
        FillElements(after, rest, &copy.core.pad_value, width);
    } else {
        std::memset(begin, kPoison, copy.left);
        std::memset(after, kPoison, rest);
    }
}

[[gnu::noinline, gnu::cold]] void AnnouncePadded(const Copy& copy, const uint8_t* dst, const uint8_t* src,
                                                 uint64_t bytes) {
    if (copy.local == bytes || (copy.IsGlobal(1) && !SpoilsPadding(copy))) {
        AnnounceBursts(copy, dst, src, bytes, copy.local, Role::kWrite);
        return;
    }
    for (uint32_t i = 0; i < copy.shape.bursts; ++i) {
        const uint8_t* to = dst + i * copy.steps[0];
        AnnounceBytes(copy, to + copy.left, src + i * copy.steps[1], bytes);
        AnnouncePadding(copy, to, bytes, copy.local);
    }
}

// Into local memory, where a burst takes up whole blocks.
void CopyPadded(const Copy& copy, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    if (IsWatched(copy.core)) [[unlikely]] {
        AnnouncePadded(copy, dst, src, bytes);
    }
    for (uint32_t i = 0; i < copy.shape.bursts; ++i) {
        uint8_t* to = dst + i * copy.steps[0];
        std::memmove(to + copy.left, src + i * copy.steps[1], bytes);
        if (copy.local != bytes) {
            FillPadding(copy, to, bytes, copy.local);
        }
    }
}

// The same for all bursts together.
void CopyCompacted(const Copy& copy, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    CopyBursts(copy, dst, src, bytes);
    const uint64_t total = copy.shape.bursts * bytes;
    AnnouncePadding(copy, dst, total, RoundUp(total));
    FillPadding(copy, dst, total, RoundUp(total));
}

using Bursts = void (*)(const Copy& copy, uint8_t* dst, const uint8_t* src, uint64_t bytes);

// The bursts, as often and where the loops from `level` on say.
void RunLoops(const Copy& copy, Bursts bursts, uint8_t* dst, const uint8_t* src, uint64_t bytes,
              uint32_t level) {
    const CopyShape& shape = copy.shape;
    if (level == shape.loop_count) {
        bursts(copy, dst, src, bytes);
        return;
    }
    const CopyLoop& loop = shape.loops[level];
    for (uint32_t i = 0; i < loop.count; ++i) {
        const bool last = level + 1 == shape.loop_count && i + 1 == loop.count && shape.last_bytes != 0;
        RunLoops(copy, bursts, dst + i * loop.dst_step, src + i * loop.src_step,
                 last ? shape.last_bytes : bytes, level + 1);
    }
}

bool IsEmpty(const CopyShape& shape) {
    if (shape.bursts == 0 || shape.burst_bytes == 0) {
        return true;
    }
    for (uint32_t i = 0; i < shape.loop_count; ++i) {
        if (shape.loops[i].count == 0) {
            return true;
        }
    }
    return false;
}

}  // namespace

void ExecuteCopy(Core& core, const Instruction& instruction) {
    const Copy copy(core, instruction);
    CheckSupport(copy);
    CheckShape(copy);
    if (IsEmpty(copy.shape)) {
        return;
    }
    if (copy.shape.loop_count != 0) {
        CheckLoops(copy);
    }
    uint8_t* dst = ResolveSide(copy, 0);
    const uint8_t* src = ResolveSide(copy, 1);
    Bursts bursts = CopyBursts;
    if (copy.IsGlobal(0)) {
        if (core.atomic.type != ElementType::kCount) [[unlikely]] {
            CheckAtomic(core, instruction);
            core.waiter->AwaitTurn();
            bursts = CombineBursts;
        }
    } else if (copy.shape.whole_blocks) {
        bursts = CopyPadded;
    } else if (copy.shape.compact) {
        bursts = CopyCompacted;
    }
    if (copy.shape.pad && copy.shape.loop_count == 0) {
        core.has_pad_value = false;  // the chip keeps one value for both
    }
    if (copy.shape.loop_count == 0) [[likely]] {
        bursts(copy, dst, src, copy.shape.burst_bytes);
    } else {
        RunLoops(copy, bursts, dst, src, copy.shape.burst_bytes, 0);
    }
}

}  // namespace aclnn_cpu::aicore
