#include "runtime/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>

#include <fmt/format.h>

#include "base/sanitizers.h"
#include "base/settings.h"
#include "platform/soc.h"
#include "runtime/device_arena.h"
#include "runtime/launch.h"
#include "runtime/messages.h"
#include "runtime/process.h"

namespace aclnn_cpu::runtime {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kRounding = 32;
constexpr size_t kSpare = 32;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kLargestSize = SIZE_MAX / 2;

// Under the address sanitizer every block comes from its heap, so that it sees accesses past the spare bytes.
constexpr bool kMapHugePages = !ACLNN_CPU_ASAN;

std::atomic<uint64_t> g_revision{1};  // of all that any Memory holds
void Changed() { g_revision.fetch_add(1, std::memory_order_acq_rel); }

size_t RoundUp(size_t size, size_t to) { return (size + to - 1) / to * to; }

// Maps whole huge pages and asks the kernel to back them with such; null when there is no room.
char* MapHugePages(size_t length) {
    const size_t with_slack = length + kHugePage;
    void* mapping = mmap(nullptr, with_slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        return nullptr;
    }
    char* const first = static_cast<char*>(mapping);
    char* const begin = reinterpret_cast<char*>(RoundUp(reinterpret_cast<uintptr_t>(first), kHugePage));
    const size_t before = static_cast<size_t>(begin - first);
    if (before != 0) {
        munmap(first, before);
    }
    if (before != kHugePage) {
        munmap(begin + length, kHugePage - before);
    }
    madvise(begin, length, MADV_HUGEPAGE);  // a wish; without it the memory is as good
    return begin;
}

bool WantsHugePages(aclrtMemMallocPolicy policy) {
    return policy != ACL_MEM_MALLOC_NORMAL_ONLY && policy != ACL_MEM_MALLOC_NORMAL_ONLY_P2P;
}

// Null when there is no room.
char* Obtain(const Block& block) {
    if (block.mapped != 0) {
        return MapHugePages(block.mapped);
    }
    if (IsInArena(block)) {
        return TakeDeviceMemory(block.owned);
    }
    void* begin = nullptr;
    return posix_memalign(&begin, kAlignment, block.owned) == 0 ? static_cast<char*>(begin) : nullptr;
}

}  // namespace

Memory::Memory() { Changed(); }  // a forked child has none of its parent's

base::Status Memory::DeviceTotal(uint64_t* bytes) {
    const platform::Soc* soc = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(platform::CurrentSoc(&soc));
    const uint64_t machine =
        static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    *bytes = soc->memory_bytes == 0 ? machine : std::min(machine, soc->memory_bytes);
    return base::Status::Ok();
}

bool Memory::Reserve(int32_t device, uint64_t bytes, uint64_t total) {
    std::atomic<uint64_t>& allocated = allocated_[static_cast<size_t>(device)];
    uint64_t before = allocated.load();
    do {  // never more than there is, not even for a moment: another thread's request might fail for it
        if (before > total || bytes > total - before) {
            return false;
        }
    } while (!allocated.compare_exchange_weak(before, before + bytes));
    return true;
}

base::Status Memory::AllocateDevice(const char* function, int32_t device, size_t size, bool spare,
                                    aclrtMemMallocPolicy policy, void** address) {
    if (size > kLargestSize) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "size", fmt::format("{}", size),
                            fmt::format("at most {}", kLargestSize));
    }
    Block wanted{};
    wanted.usable = RoundUp(size, kRounding);
    wanted.owned = wanted.usable + (spare ? kSpare : 0);
    wanted.kind = Block::Kind::kDevice;
    wanted.device = device;
    uint64_t total = 0;
    ACLNN_CPU_RETURN_IF_ERROR(DeviceTotal(&total));
    if (!Reserve(device, wanted.owned, total)) {
        return OutOfDeviceMemory(function, device, wanted.owned, total - std::min(total, Allocated(device)),
                                 total);
    }
    base::Status status = Add(function, wanted, WantsHugePages(policy), address);
    if (!status.ok()) {
        allocated_[static_cast<size_t>(device)].fetch_sub(wanted.owned);
    }
    return status;
}

base::Status Memory::AllocateHost(const char* function, int32_t device, size_t size, void** address) {
    if (size > kLargestSize) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "size", fmt::format("{}", size),
                            fmt::format("at most {}", kLargestSize));
    }
    Block wanted{};
    wanted.usable = size;
    wanted.owned = size;
    wanted.kind = Block::Kind::kHost;
    wanted.device = device;
    return Add(function, wanted, /*huge_pages=*/true, address);
}

base::Status Memory::Add(const char* function, const Block& wanted, bool huge_pages, void** address) {
    Block block = wanted;
    block.maker = function;
    base::Origin made = base::OriginIfChecked();
    if (kMapHugePages && huge_pages && block.owned >= kHugePage) {
        block.mapped = RoundUp(block.owned, kHugePage);
    }
    BlockEntries added;  // before there is memory that it could fail to hold
    BlockEntry& entry = added[0];
    block.begin = Obtain(block);
    if (block.begin == nullptr && ReleaseFreed()) {
        block.begin = Obtain(block);
    }
    if (block.begin == nullptr) {
        return OutOfMachineMemory(function, block.owned);
    }
    const std::unique_lock lock(mutex_);
    Changed();
    block.number = next_number_++;
    entry = {block, std::move(made), nullptr};
    BlockEntries::node_type node = added.extract(added.begin());
    node.key() = reinterpret_cast<uintptr_t>(block.begin);
    blocks_.insert(std::move(node));
    *address = block.begin;
    return base::Status::Ok();
}

std::optional<Block> Memory::FindBegin(const void* address, Block::Kind kind) const {
    const std::shared_lock lock(mutex_);
    const auto found = blocks_.find(reinterpret_cast<uintptr_t>(address));
    if (found == blocks_.end() || found->second.block.kind != kind) {
        return std::nullopt;
    }
    return found->second.block;
}

const BlockEntry* Memory::Holder(const BlockEntries& entries, const void* address) {
    const auto value = reinterpret_cast<uintptr_t>(address);
    const auto after = entries.upper_bound(value);
    if (after == entries.begin()) {
        return nullptr;
    }
    const BlockEntry& entry = std::prev(after)->second;
    return value - reinterpret_cast<uintptr_t>(entry.block.begin) < entry.block.owned ? &entry : nullptr;
}

std::optional<Block> Memory::FindHolder(const void* address) const {
    const std::shared_lock lock(mutex_);
    const BlockEntry* const entry = Holder(blocks_, address);
    return entry != nullptr ? std::optional(entry->block) : std::nullopt;
}

std::optional<Allocation> Memory::FindRecent(const void* address) const {
    const std::shared_lock lock(mutex_);
    const BlockEntry* entry = Holder(blocks_, address);
    const bool freed = entry == nullptr;
    if (freed) {
        entry = Holder(freed_.entries(), address);
    }
    if (entry == nullptr) {
        return std::nullopt;
    }
    const Block& block = entry->block;
    return Allocation{block.begin, block.usable,   block.kind == Block::Kind::kHost,
                      freed,       block.number,   block.maker,
                      entry->made, entry->freed_by};
}

// Whether there was any.
bool Memory::ReleaseFreed() {
    BlockEntries freed;
    {
        const std::unique_lock lock(mutex_);
        freed = freed_.TakeAll();
    }
    Release(freed);
    return !freed.empty();
}

bool Memory::Free(const void* address, Block::Kind kind) {
    base::Origin freed_by = base::OriginIfChecked();
    const auto begin = reinterpret_cast<uintptr_t>(address);
    std::unique_lock lock(mutex_);
    const auto found = blocks_.find(begin);
    if (found == blocks_.end() || found->second.block.kind != kind) {
        return false;
    }
    Changed();
    const Block block = found->second.block;
    if (kind == Block::Kind::kDevice) {
        allocated_[static_cast<size_t>(block.device)].fetch_sub(block.owned);
    }
    BlockEntries freed;
    BlockEntries released;
    freed.insert(blocks_.extract(found));
    if (freed_by != nullptr) {
        freed.begin()->second.freed_by = std::move(freed_by);
        freed_.Keep(freed, released);
    }
    lock.unlock();
    Release(freed);
    Release(released);
    return true;
}

std::optional<Allocation> FindRecent(const void* address) { return ThisProcess().memory.FindRecent(address); }

std::string Allocation::History() const {
    base::CallStack::LookUp(std::array{made, freed_by});
    std::string text;
    if (made != nullptr) {
        text = fmt::format("allocated by {}{}", maker, base::AtOrigin(made));
    }
    if (freed_by != nullptr) {
        text += fmt::format("{}freed by {}{}", text.empty() ? "" : ", ",
                            pinned_host ? "aclrtFreeHost" : "aclrtFree", base::AtOrigin(freed_by));
    }
    return text;
}

uint64_t AllocationRevision() { return g_revision.load(std::memory_order_acquire); }

bool FindAllocation(const void* address, const void** base, uint64_t* bytes) {
    const std::optional<Block> block = ThisProcess().memory.FindHolder(address);
    if (!block.has_value() || block->kind != Block::Kind::kDevice) {
        return false;
    }
    *base = block->begin;
    *bytes = block->usable;
    return true;
}

}  // namespace aclnn_cpu::runtime
