// Handles for objects that programs hold as opaque pointers (streams, events, contexts, executors).
//
// A handle is a number, not an address: slot and generation. Looking up a handle whose object was destroyed,
// or a pointer that never was a handle, finds nothing; it never touches freed memory. Lookups take no lock:
// they pin their slot for the moment of copying one reference, and a removal waits for the pins of that
// moment.
//
//   HandleTable<Stream> streams;
//   void* handle = streams.Add(std::make_shared<Stream>());
//   std::shared_ptr<Stream> stream = streams.Find(handle);   // null when stale or foreign
//
// Find returns a shared reference, so an object destroyed by another thread lives until its last user is
// done.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/call_stack.h"

namespace aclnn_cpu::base {

template <typename T>
class HandleTable {
 public:
    // `tag` (1..127) tells tables apart, so that a stream is no event. `first_generation` tells apart two
    // tables of one tag that exist one after the other (the runtime's after a fork).
    explicit HandleTable(uint8_t tag, uint32_t first_generation = 0)
        : tag_(tag), first_generation_(first_generation & ~1u) {}

    void* Add(std::shared_ptr<T> object) {
        Origin made = OriginIfChecked();
        const std::lock_guard lock(mutex_);
        if (oldest_free_ == kNone) {
            AddChunk();
        }
        const uint32_t index = oldest_free_;  // so that a stale handle's slot is not reused at once
        Slot& slot = SlotAt(index);
        oldest_free_ = slot.next_free;
        slot.object = std::move(object);
        slot.made = std::move(made);
        const uint64_t old = slot.state.fetch_add(kOneGeneration, std::memory_order_release);
        return Encode(index, static_cast<uint32_t>(old >> 32) + 1);
    }

    std::shared_ptr<T> Find(const void* handle) const {
        Slot* slot = Locate(handle);
        if (slot == nullptr) {
            return nullptr;
        }
        std::shared_ptr<T> object;
        if (Matches(slot->state.fetch_add(1, std::memory_order_acquire), handle)) {
            object = slot->object;
        }
        slot->state.fetch_sub(1, std::memory_order_release);
        return object;
    }

    // Whether the handle's object is there now.
    bool Has(const void* handle) const { return Locate(handle) != nullptr; }

    // Find for an object that `stays`, Remove for another: stays(const T&) is called while the object is there, must be
    // quick and use no table. Null when the handle is stale or foreign, or another caller removed it meanwhile.
    template <typename Predicate>
    std::shared_ptr<T> FindOrRemove(const void* handle, Predicate&& stays) {
        Slot* slot = Locate(handle);
        if (slot == nullptr) {
            return nullptr;
        }
        std::shared_ptr<T> object;
        bool found = false;
        if (Matches(slot->state.fetch_add(1, std::memory_order_acquire), handle)) {
            found = true;
            if (stays(std::as_const(*slot->object))) {
                object = slot->object;
            }
        }
        slot->state.fetch_sub(1, std::memory_order_release);
        return object != nullptr || !found ? object : Remove(handle);
    }

    // Takes the object out; null when the handle is stale or foreign. Exactly one of several racing callers
    // gets it.
    std::shared_ptr<T> Remove(const void* handle) {
        const std::lock_guard lock(mutex_);
        return Locate(handle) != nullptr ? TakeOut(IndexOf(handle)) : nullptr;
    }

    // Takes out every object for which `wanted(object)` is true; each is given to one caller only.
    template <typename Predicate>
    std::vector<std::shared_ptr<T>> RemoveIf(Predicate&& wanted) {
        const std::lock_guard lock(mutex_);
        std::vector<std::shared_ptr<T>> removed;
        for (uint32_t index = 0; index < chunk_count_ * kChunk; ++index) {
            const T* object = SlotAt(index).object.get();
            if (object != nullptr && wanted(*object)) {
                removed.push_back(TakeOut(index));
            }
        }
        return removed;
    }

    // Calls body(object, where it was added) for every live object, with the table locked.
    template <typename Body>
    void ForEach(Body&& body) const {
        const std::lock_guard lock(mutex_);
        for (uint32_t index = 0; index < chunk_count_ * kChunk; ++index) {
            if (const Slot& slot = SlotAt(index); slot.object != nullptr) {
                body(std::as_const(*slot.object), slot.made);
            }
        }
    }

    // The live objects, for finalisation and reports.
    std::vector<std::shared_ptr<T>> All() const {
        const std::lock_guard lock(mutex_);
        std::vector<std::shared_ptr<T>> all;
        for (uint32_t index = 0; index < chunk_count_ * kChunk; ++index) {
            if (const Slot& slot = SlotAt(index);
                slot.object != nullptr) {  // objects change under the mutex only
                all.push_back(slot.object);
            }
        }
        return all;
    }

 private:
    static constexpr uint32_t kNone = UINT32_MAX;
    static constexpr uint32_t kChunk = 256;
    static constexpr uint32_t kMaxChunks = 4096;  // a million live objects

    // High half: the generation, odd while an object is in the slot. Low half: how many lookups are copying
    // the object.
    static constexpr uint64_t kOneGeneration = uint64_t{1} << 32;
    static constexpr uint64_t kPins = kOneGeneration - 1;

    struct alignas(64) Slot {  // one cache line each: threads on different streams do not disturb each other
        std::atomic<uint64_t> state{0};
        std::shared_ptr<T> object;
        Origin made;
        uint32_t next_free = kNone;
    };

    // Layout, high to low: tag 8 bits (bit 63 set: no user-space address looks like this), generation 28
    // bits, index 24 bits, three zero bits so that the number passes for an aligned pointer.
    static constexpr uint32_t kGenerationMask = (1u << 28) - 1;
    void* Encode(uint32_t index, uint32_t generation) const {
        const uint64_t value = (uint64_t{tag_} | 0x80u) << 56 | uint64_t{generation & kGenerationMask} << 27 |
                               uint64_t{index} << 3;
        return reinterpret_cast<void*>(value);
    }
    static uint32_t IndexOf(const void* handle) {
        return static_cast<uint32_t>(reinterpret_cast<uint64_t>(handle) >> 3) & 0xFFFFFFu;
    }
    static uint32_t GenerationOf(const void* handle) {
        return static_cast<uint32_t>(reinterpret_cast<uint64_t>(handle) >> 27) & kGenerationMask;
    }

    // Whether a slot in this state holds the object that the handle means.
    static bool Matches(uint64_t state, const void* handle) {
        const uint32_t generation = static_cast<uint32_t>(state >> 32) & kGenerationMask;
        return generation == GenerationOf(handle) && (generation & 1) == 1;
    }

    Slot* Locate(const void* handle) const {
        const uint64_t value = reinterpret_cast<uint64_t>(handle);
        const uint32_t index = IndexOf(handle);
        if (value >> 56 != (uint64_t{tag_} | 0x80u) || (value & 7) != 0 || ((value >> 55) & 1) != 0 ||
            index >= chunk_count_.load(std::memory_order_acquire) * kChunk) {
            return nullptr;
        }
        Slot& slot = SlotAt(index);
        return Matches(slot.state.load(std::memory_order_acquire), handle) ? &slot : nullptr;
    }

    std::shared_ptr<T> TakeOut(uint32_t index) {  // with mutex_ held
        Slot& slot = SlotAt(index);
        slot.state.fetch_add(kOneGeneration, std::memory_order_acq_rel);  // even: free; new lookups fail
        while ((slot.state.load(std::memory_order_acquire) & kPins) != 0) {
            std::this_thread::yield();
        }
        AddFree(index);
        slot.made = nullptr;
        return std::exchange(slot.object, nullptr);
    }

    // Behind all that are free. The queue of free slots runs through the slots: it needs no memory.
    void AddFree(uint32_t index) {
        SlotAt(index).next_free = kNone;
        (oldest_free_ == kNone ? oldest_free_ : SlotAt(newest_free_).next_free) = index;
        newest_free_ = index;
    }

    Slot& SlotAt(uint32_t index) const { return chunks_[index / kChunk][index % kChunk]; }

    void AddChunk() {
        const uint32_t chunk = chunk_count_.load(std::memory_order_relaxed);
        if (chunk == kMaxChunks) {
            throw std::bad_alloc();
        }
        chunks_[chunk] = std::make_unique<Slot[]>(kChunk);
        for (uint32_t i = 0; i < kChunk; ++i) {
            chunks_[chunk][i].state.store(uint64_t{first_generation_} << 32, std::memory_order_relaxed);
            AddFree(chunk * kChunk + i);
        }
        chunk_count_.store(chunk + 1, std::memory_order_release);
    }

    const uint8_t tag_;
    const uint32_t first_generation_;
    mutable std::mutex mutex_;
    uint32_t oldest_free_ = kNone;
    uint32_t newest_free_ = kNone;
    std::atomic<uint32_t> chunk_count_{0};
    std::unique_ptr<std::unique_ptr<Slot[]>[]> chunks_ =
        std::make_unique<std::unique_ptr<Slot[]>[]>(kMaxChunks);
};

}  // namespace aclnn_cpu::base
