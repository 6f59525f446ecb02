#include "nnopbase/object_pool.h"

#include <cstdlib>
#include <cstring>

namespace aclnn_cpu::nnopbase {
namespace {

// Open addressing by slab number; entries are only ever added. 32768 slabs hold two gigabytes of objects.
constexpr size_t kTableSize = size_t{1} << 16;
constexpr size_t kMaxSlabs = kTableSize / 2;

std::atomic<uintptr_t> slab_table[kTableSize];
std::mutex table_mutex;  // taken while a pool's own is held
[[maybe_unused]] const bool kKeptAcrossForks =
    (registry::KeepAcrossForks(table_mutex, registry::ForkOrder::kInner), true);
size_t slab_count = 0;

size_t FirstPlace(uintptr_t slab) { return (slab / kSlabBytes * 0x9E3779B97F4A7C15u) >> 48; }

}  // namespace

uint32_t SlabKindOf(const void* address) {
    const uintptr_t slab = reinterpret_cast<uintptr_t>(address) / kSlabBytes * kSlabBytes;
    if (slab == 0) {
        return 0;
    }
    for (size_t place = FirstPlace(slab);; place = (place + 1) % kTableSize) {
        const uintptr_t entry = slab_table[place].load(std::memory_order_acquire);
        if (entry == slab) {
            return *reinterpret_cast<const uint32_t*>(slab);
        }
        if (entry == 0) {
            return 0;
        }
    }
}

void* NewSlab(uint32_t kind) {
    const std::lock_guard lock(table_mutex);
    void* slab = slab_count < kMaxSlabs ? std::aligned_alloc(kSlabBytes, kSlabBytes) : nullptr;
    if (slab == nullptr) {
        throw std::bad_alloc();
    }
    std::memset(slab, 0, kSlabBytes);
    std::memcpy(slab, &kind, sizeof(kind));
    ++slab_count;
    size_t place = FirstPlace(reinterpret_cast<uintptr_t>(slab));
    while (slab_table[place].load(std::memory_order_relaxed) != 0) {
        place = (place + 1) % kTableSize;
    }
    slab_table[place].store(reinterpret_cast<uintptr_t>(slab), std::memory_order_release);
    return slab;
}

}  // namespace aclnn_cpu::nnopbase
