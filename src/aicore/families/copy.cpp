// DataCopy and DataCopyPad: bursts of bytes between global and local memory, and inside local memory.
#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/atomic.h"
#include "aicore/families/copy.h"
#include "aicore/families/watch_runs.h"
#include "aicore/watch.h"

namespace aclnn_cpu::aicore {

namespace {

// Announces `bytes` bytes from src to dst.
void AnnounceBytes(const Copy& copy, const uint8_t* dst, const uint8_t* src, uint64_t bytes,
                   Role role = Role::kWrite) {
    Announce(copy.core, copy.instruction, {{src, bytes, Role::kRead, 1}, {dst, bytes, role, 0}}, bytes);
}

// Announces `bytes` bytes of each burst, which take up `local` bytes of local memory. To or from global memory all
// bursts are one: what depends on which makes no difference there.
[[gnu::noinline, gnu::cold]] void AnnounceBursts(const Copy& copy, const uint8_t* dst, const uint8_t* src,
                                                 uint64_t bytes, uint64_t local, Role role) {
    const uint64_t bursts = copy.shape.bursts;
    if (!copy.IsGlobal(0) && !copy.IsGlobal(1)) {
        for (uint64_t i = 0; i < bursts; ++i) {
            AnnounceBytes(copy, dst + i * copy.steps[0], src + i * copy.steps[1], bytes, role);
        }
        return;
    }
    Pieces pieces(copy.core, copy.instruction);
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
    AnnouncePadding(copy, dst, total, WholeBlocks(total));
    FillPadding(copy, dst, total, WholeBlocks(total));
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
    CheckCopy(copy);
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
