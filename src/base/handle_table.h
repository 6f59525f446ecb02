// Handles for objects that programs hold as opaque pointers (streams, events, contexts, executors).
//
// A handle is a number, not an address: slot and generation. Looking up a handle whose object was destroyed, or a pointer that
// never was a handle, finds nothing; it never touches freed memory. Lookups take no lock.
//
//   HandleTable<Stream> streams;
//   void* handle = streams.Add(std::make_shared<Stream>());
//   std::shared_ptr<Stream> stream = streams.Find(handle);   // null when stale or foreign
//
// Find returns a shared reference, so an object destroyed by another thread lives until its last user is done.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace aclnn_cpu::base {

template <typename T>
class HandleTable {
 public:
    // `tag` (1..255) tells tables apart, so that a stream is no event.
    explicit HandleTable(uint8_t tag) : tag_(tag) {}

    void* Add(std::shared_ptr<T> object) {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) {
            AddChunk();
        }
        // Oldest first, so that a stale handle's slot is not reused at once.
        const uint32_t index = free_[free_head_++];
        if (free_head_ == free_.size()) {
            free_.clear();
            free_head_ = 0;
        }
        Slot& slot = SlotAt(index);
        const uint32_t generation = slot.generation.load(std::memory_order_relaxed) + 1;  // odd: live
        std::atomic_store(&slot.object, std::move(object));
        slot.generation.store(generation, std::memory_order_release);
        return Encode(index, generation);
    }

    std::shared_ptr<T> Find(const void* handle) const {
        const Slot* slot = Locate(handle);
        if (slot == nullptr) {
            return nullptr;
        }
        std::shared_ptr<T> object = std::atomic_load(&slot->object);
        return slot->generation.load(std::memory_order_acquire) == GenerationOf(handle) ? object : nullptr;
    }

    // Takes the object out; null when the handle is stale or foreign. Exactly one of several racing callers gets it.
    std::shared_ptr<T> Remove(const void* handle) {
        const std::lock_guard lock(mutex_);
        Slot* slot = const_cast<Slot*>(Locate(handle));
        if (slot == nullptr) {
            return nullptr;
        }
        slot->generation.fetch_add(1, std::memory_order_acq_rel);  // even: free
        free_.push_back(IndexOf(handle));
        return std::atomic_exchange(&slot->object, std::shared_ptr<T>());
    }

    // The live objects, for finalisation and reports.
    std::vector<std::shared_ptr<T>> All() const {
        const std::lock_guard lock(mutex_);
        std::vector<std::shared_ptr<T>> all;
        for (uint32_t index = 0; index < chunk_count_ * kChunk; ++index) {
            if (std::shared_ptr<T> object = std::atomic_load(&SlotAt(index).object)) {
                all.push_back(std::move(object));
            }
        }
        return all;
    }

 private:
    static constexpr uint32_t kChunk = 256;
    static constexpr uint32_t kMaxChunks = 4096;  // a million live objects

    struct Slot {
        std::atomic<uint32_t> generation{0};
        std::shared_ptr<T> object;
    };

    // Layout, high to low: tag 8 bits (bit 63 set: no user-space address looks like this), generation 28 bits, index 24 bits,
    // three zero bits so that the number passes for an aligned pointer.
    static constexpr uint32_t kGenerationMask = (1u << 28) - 1;
    void* Encode(uint32_t index, uint32_t generation) const {
        const uint64_t value = (uint64_t{tag_} | 0x80u) << 56 | uint64_t{generation & kGenerationMask} << 27 | uint64_t{index} << 3;
        return reinterpret_cast<void*>(value);
    }
    static uint32_t IndexOf(const void* handle) {
        return static_cast<uint32_t>(reinterpret_cast<uint64_t>(handle) >> 3) & 0xFFFFFFu;
    }
    static uint32_t GenerationOf(const void* handle) {
        return static_cast<uint32_t>(reinterpret_cast<uint64_t>(handle) >> 27) & kGenerationMask;
    }

    const Slot* Locate(const void* handle) const {
        const uint64_t value = reinterpret_cast<uint64_t>(handle);
        const uint32_t index = IndexOf(handle);
        if (value >> 56 != (uint64_t{tag_} | 0x80u) || (value & 7) != 0 ||
            index >= chunk_count_.load(std::memory_order_acquire) * kChunk) {
            return nullptr;
        }
        const Slot& slot = SlotAt(index);
        const uint32_t generation = slot.generation.load(std::memory_order_acquire) & kGenerationMask;
        return generation == GenerationOf(handle) && (generation & 1) == 1 ? &slot : nullptr;
    }

    Slot& SlotAt(uint32_t index) const { return chunks_[index / kChunk][index % kChunk]; }

    void AddChunk() {
        const uint32_t chunk = chunk_count_.load(std::memory_order_relaxed);
        if (chunk == kMaxChunks) {
            throw std::bad_alloc();
        }
        chunks_[chunk] = std::make_unique<Slot[]>(kChunk);
        for (uint32_t i = 0; i < kChunk; ++i) {
            free_.push_back(chunk * kChunk + i);
        }
        chunk_count_.store(chunk + 1, std::memory_order_release);
    }

    const uint8_t tag_;
    mutable std::mutex mutex_;
    std::vector<uint32_t> free_;
    size_t free_head_ = 0;
    std::atomic<uint32_t> chunk_count_{0};
    std::unique_ptr<std::unique_ptr<Slot[]>[]> chunks_ = std::make_unique<std::unique_ptr<Slot[]>[]>(kMaxChunks);
};

}  // namespace aclnn_cpu::base
