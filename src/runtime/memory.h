// Device memory and pinned host memory: where every allocation begins, how large it is and whose it is.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <shared_mutex>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/allocations.h"
#include "runtime/device.h"
#include "runtime/freed_blocks.h"

namespace aclnn_cpu::runtime {

class Memory {
 public:
    Memory();

    // The bytes a device offers: the chip's memory or this machine's, whichever is less.
    static base::Status DeviceTotal(uint64_t* bytes);

    // Device memory of `size` bytes with or without spare bytes. Codes 100000 (absurd size), 207001 (only when what
    // the checker keeps of freed memory is released, too).
    base::Status AllocateDevice(const char* function, int32_t device, size_t size, bool spare,
                                aclrtMemMallocPolicy policy, void** address);
    base::Status AllocateHost(const char* function, int32_t device, size_t size, void** address);

    // The block that begins at the address.
    std::optional<Block> FindBegin(const void* address, Block::Kind kind) const;
    // The block that holds the address, spare bytes included.
    std::optional<Block> FindHolder(const void* address) const;

    // Frees the block that begins at the address; false when there is none (any more). Under the checker the
    // memory stays unused for a while, so that whoever still uses it can be told.
    bool Free(const void* address, Block::Kind kind);

    // The block that holds the address, or held it a while ago.
    std::optional<Allocation> FindRecent(const void* address) const;

    // Calls body(block, origin) for every live block, with a lock held.
    template <typename Body>
    void ForEach(Body&& body) const {
        const std::shared_lock lock(mutex_);
        for (const auto& [begin, entry] : blocks_) {
            body(entry.block, entry.made);
        }
    }

    uint64_t Allocated(int32_t device) const { return allocated_[static_cast<size_t>(device)].load(); }

 private:
    bool Reserve(int32_t device, uint64_t bytes, uint64_t total);
    base::Status Add(const char* function, const Block& wanted, bool huge_pages, void** address);

    bool ReleaseFreed();

    static const BlockEntry* Holder(const BlockEntries& entries, const void* address);

    mutable std::shared_mutex mutex_;
    BlockEntries blocks_;
    FreedBlocks freed_;
    uint64_t next_number_ = 1;
    std::array<std::atomic<uint64_t>, kDeviceCount> allocated_{};
};

}  // namespace aclnn_cpu::runtime
