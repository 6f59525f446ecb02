#include "runtime/freed_blocks.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "runtime/device_arena.h"

namespace aclnn_cpu::runtime {
namespace {

size_t MostBytes() {
    rlimit limit{};
    const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited ? std::min(FreedBlocks::kMostBytes, limit.rlim_cur / FreedBlocks::kShareOfAddressSpace)
                   : FreedBlocks::kMostBytes;
}

// Gives the pages back, and what they count for where memory must not be promised twice (RLIMIT_DATA, strict
// overcommit): such a limit counts what is mapped for writing, used or not.
void KeepAddressesOnly(const Block& block) {
    if (block.mapped != 0 &&
        mmap(block.begin, block.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
             -1, 0) == MAP_FAILED) {
        madvise(block.begin, block.mapped, MADV_DONTNEED);  // too many mappings
    }
}

}  // namespace

void Release(const BlockEntries& entries) {
    for (const auto& [begin, entry] : entries) {
        if (entry.block.mapped != 0) {
            munmap(entry.block.begin, entry.block.mapped);
        } else if (IsInArena(entry.block)) {
            GiveDeviceMemory(entry.block.begin, entry.block.owned);
        } else {
            std::free(entry.block.begin);
        }
    }
}

FreedBlocks::Use FreedBlocks::With(Use use, const Block& block) {
    use.heap_bytes += block.mapped == 0 ? block.owned : 0;
    use.mapped_bytes += block.mapped;
    use.mappings += block.mapped != 0;
    return use;
}

void FreedBlocks::Forget(const Block& block) {
    const Use gone = With({}, block);
    use_.heap_bytes -= gone.heap_bytes;
    use_.mapped_bytes -= gone.mapped_bytes;
    use_.mappings -= gone.mappings;
}

void FreedBlocks::Keep(BlockEntries& freed, BlockEntries& released) noexcept {
    const Block block = freed.begin()->second.block;
    const size_t most_bytes = MostBytes();
    const auto fits = [most_bytes](const Use& use) {
        return use.heap_bytes <= kMostHeapBytes && use.mappings <= kMostMappings &&
               use.heap_bytes + use.mapped_bytes <= most_bytes;
    };
    if (!fits(With({}, block))) {
        released.merge(freed);
        return;
    }
    KeepAddressesOnly(block);
    const uintptr_t begin = freed.begin()->first;
    (entries_.empty() ? oldest_ : entries_.find(newest_)->second.freed_next) = begin;
    newest_ = begin;
    use_ = With(use_, block);
    entries_.merge(freed);
    while (!fits(use_) || entries_.size() > kMostBlocks) {
        const auto oldest = entries_.find(oldest_);
        oldest_ = oldest->second.freed_next;
        Forget(oldest->second.block);
        released.insert(entries_.extract(oldest));
    }
}

BlockEntries FreedBlocks::TakeAll() noexcept {
    use_ = {};
    return std::exchange(entries_, {});
}

}  // namespace aclnn_cpu::runtime
