// Blocks of memory, and those that the checker keeps from being used again after they were freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/call_stack.h"
#include "base/sanitizers.h"

namespace aclnn_cpu::runtime {

struct Block {
    enum class Kind : uint8_t { kDevice, kHost };

    char* begin;
    size_t usable;  // the size asked for, rounded up to 32
    size_t owned;   // usable and the spare bytes: nothing else of the process lies here
    size_t mapped;  // length of the mapping; 0: from the arena, or the C library's heap
    Kind kind;
    int32_t device;
    const char* maker;  // the exported function
    uint64_t number;    // no two blocks have the same
};

struct BlockEntry {
    Block block;
    base::Origin made;
    base::Origin freed_by;
    uintptr_t freed_next = 0;  // first byte of the block that was freed next after this one; 0: none was yet
};
using BlockEntries = std::map<uintptr_t, BlockEntry>;  // by first byte

// Whether its memory is the arena's. Under the address sanitizer every block comes from its heap, so that it sees
// accesses past the spare bytes.
inline bool IsInArena(const Block& block) {
    return !ACLNN_CPU_ASAN && block.kind == Block::Kind::kDevice && block.mapped == 0;
}

// Gives the memory of each of them back to where it came from.
void Release(const BlockEntries& entries);

// The blocks freed last, as many as the limits below allow. They still hold their address ranges, so that nothing
// else can lie there; those with a mapping of their own hold no memory, and touching them is SIGSEGV.
class FreedBlocks {
 public:
    static constexpr size_t kMostBlocks = 4096;
    static constexpr size_t kMostHeapBytes = size_t{64} << 20;  // these hold memory
    static constexpr size_t kMostMappings = 1024;  // of the 65,530 that Linux allows a process by default
    // Address space in all: no more than this, nor than the eighth part of what RLIMIT_AS allows the process.
    static constexpr size_t kMostBytes = size_t{16} << 30;
    static constexpr size_t kShareOfAddressSpace = 8;

    // Keeps the one block of `freed`. What is then over the limits, oldest first or that block itself, goes to
    // `released`, whose memory is the caller's to release.
    void Keep(BlockEntries& freed, BlockEntries& released) noexcept;

    // All of them: none is kept any longer.
    BlockEntries TakeAll() noexcept;

    const BlockEntries& entries() const { return entries_; }

 private:
    struct Use {
        size_t heap_bytes = 0;
        size_t mapped_bytes = 0;
        size_t mappings = 0;
    };
    static Use With(Use use, const Block& block);
    void Forget(const Block& block);

    BlockEntries entries_;
    uintptr_t oldest_ = 0;
    uintptr_t newest_ = 0;
    Use use_;
};

}  // namespace aclnn_cpu::runtime
