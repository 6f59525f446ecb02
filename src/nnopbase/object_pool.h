// Memory for objects that programs hold as plain pointers (tensors, scalars, arrays).
//
// Objects lie in slabs that are never returned, so asking whether any pointer is a live object of a kind
// touches only memory that is ours: a destroyed or foreign pointer is recognised. A freed place is reused
// only after kQuarantine later frees, so that a stale pointer stays recognisable for a while.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {

inline constexpr size_t kSlabBytes = 64 * 1024;  // size and alignment of a slab

// The kind of slab an address lies in; 0 when it lies in none. Lock-free.
uint32_t SlabKindOf(const void* address);
// A new zeroed slab of that kind (1 or more), aligned to kSlabBytes. Throws std::bad_alloc.
void* NewSlab(uint32_t kind);

template <typename T, uint32_t kKind>
class ObjectPool {
 public:
    static constexpr size_t kQuarantine = 256;

    // A default-constructed live object. Throws std::bad_alloc.
    T* Create() {
        Slot* slot = TakeSlot();
        T* object = new (slot->bytes) T();
        slot->state.store(kLive, std::memory_order_release);
        return object;
    }

    // False, and nothing done, unless the object was alive. Of several racing callers one gets true.
    bool Destroy(const T* object) {
        Slot* slot = SlotOf(object);
        uint32_t expected = kLive;
        if (slot == nullptr ||
            !slot->state.compare_exchange_strong(expected, kDead, std::memory_order_acq_rel)) {
            return false;
        }
        reinterpret_cast<T*>(slot->bytes)->~T();
        const std::lock_guard lock(mutex_);
        // The queue of free slots runs through the slots: it needs no memory.
        slot->next_free = nullptr;
        (free_count_++ == 0 ? oldest_free_ : newest_free_->next_free) = slot;
        newest_free_ = slot;
        return true;
    }

    // For a pool that is never destroyed.
    void KeepLockAcrossForks() { registry::KeepAcrossForks(mutex_); }

    static bool IsLive(const void* object) {
        const Slot* slot = SlotOf(object);
        return slot != nullptr && slot->state.load(std::memory_order_acquire) == kLive;
    }

 private:
    static constexpr uint32_t kLive = 0x4C495645;
    static constexpr uint32_t kDead = 0x44454144;
    struct alignas(64) Slot {
        std::atomic<uint32_t> state;
        Slot* next_free;
        alignas(16) unsigned char bytes[sizeof(T)];
    };
    static constexpr size_t kFirst = 64;  // the first bytes of a slab hold its kind
    static constexpr size_t kPerSlab = (kSlabBytes - kFirst) / sizeof(Slot);
    static_assert(kPerSlab > 1);

    static Slot* SlotOf(const void* object) {
        if (SlabKindOf(object) != kKind) {
            return nullptr;
        }
        const uintptr_t in_slab = reinterpret_cast<uintptr_t>(object) % kSlabBytes;
        const uintptr_t in_slots = in_slab - kFirst - offsetof(Slot, bytes);
        if (in_slab < kFirst + offsetof(Slot, bytes) || in_slots % sizeof(Slot) != 0 ||
            in_slots / sizeof(Slot) >= kPerSlab) {
            return nullptr;
        }
        return reinterpret_cast<Slot*>(reinterpret_cast<uintptr_t>(object) - offsetof(Slot, bytes));
    }

    Slot* TakeSlot() {
        const std::lock_guard lock(mutex_);
        if (free_count_ > kQuarantine) {
            --free_count_;
            return std::exchange(oldest_free_, oldest_free_->next_free);
        }
        if (unused_ == nullptr || unused_count_ == 0) {
            unused_ = reinterpret_cast<Slot*>(static_cast<unsigned char*>(NewSlab(kKind)) + kFirst);
            unused_count_ = kPerSlab;
        }
        --unused_count_;
        return unused_++;
    }

    std::mutex mutex_;
    Slot* oldest_free_ = nullptr;
    Slot* newest_free_ = nullptr;
    size_t free_count_ = 0;
    Slot* unused_ = nullptr;
    size_t unused_count_ = 0;
};

}  // namespace aclnn_cpu::nnopbase
