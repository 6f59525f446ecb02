#include "runtime/device_arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <mutex>

#include "base/at_load.h"
#include "base/fork.h"

namespace aclnn_cpu::runtime {

namespace {

constexpr size_t kGrain = 512;
constexpr size_t kChunk = size_t{4} << 20;

constinit std::mutex g_mutex;
[[maybe_unused]] const base::AtLoad kHeld([] { base::HoldInForks<g_mutex>(); });

// Never destroyed: memory is freed from exit handlers, too. With g_mutex held.
DeviceArena& TheArena() {
    static auto& arena = *new DeviceArena();
    return arena;
}

// Few sizes, so that memory given back fits again: eight between a power of two and the next.
size_t SizeFor(size_t bytes) {
    const size_t needed = bytes + DeviceArena::kBehind;
    const size_t step = std::max(kGrain, std::bit_floor(needed) / 8);
    return (needed + step - 1) / step * step;
}

}  // namespace

DeviceArena::~DeviceArena() {
    for (const Chunk& chunk : chunks_) {
        munmap(chunk.begin, chunk.bytes);
    }
}

char* DeviceArena::Take(size_t bytes) {
    const size_t size = SizeFor(bytes);
    std::vector<char*>& known = free_[size];
    if (!known.empty()) {
        char* const memory = known.back();
        known.pop_back();
        return memory;
    }
    if (chunks_.empty() || chunks_.back().bytes - used_ < size) {
        chunks_.reserve(chunks_.size() + 1);
        const size_t length = std::max(kChunk, size);
        void* const mapping =
            mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapping == MAP_FAILED) {
            return nullptr;
        }
        chunks_.push_back({static_cast<char*>(mapping), length});
        used_ = 0;
    }
    char* const memory = chunks_.back().begin + used_;
    used_ += size;
    return memory;
}

void DeviceArena::Give(char* memory, size_t bytes) { free_[SizeFor(bytes)].push_back(memory); }

char* TakeDeviceMemory(size_t bytes) {
    const std::lock_guard lock(g_mutex);
    return TheArena().Take(bytes);
}

void GiveDeviceMemory(char* memory, size_t bytes) {
    const std::lock_guard lock(g_mutex);
    TheArena().Give(memory, bytes);
}

}  // namespace aclnn_cpu::runtime
