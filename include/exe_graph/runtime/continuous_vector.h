// Vectors whose elements lie right behind their header, in one allocation; attributes and workspace sizes
// come in them.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "graph/error_codes.h"

namespace gert {

class alignas(8) ContinuousVector {
 public:
    // Memory for a header and `capacity` elements of T, size 0; null when that overflows or there is no
    // memory. Elements are zero.
    template <typename T>
    static std::unique_ptr<uint8_t[]> Create(size_t capacity) {
        size_t total_size = 0;
        return Create<T>(capacity, total_size);
    }
    template <typename T>
    static std::unique_ptr<uint8_t[]> Create(size_t capacity, size_t& total_size) {
        static_assert(alignof(T) <= 8, "elements lie at an 8-byte boundary");
        if (__builtin_mul_overflow(capacity, sizeof(T), &total_size) ||
            __builtin_add_overflow(total_size, sizeof(ContinuousVector), &total_size)) {
            return nullptr;
        }
        std::unique_ptr<uint8_t[]> memory(new (std::nothrow) uint8_t[total_size]());
        if (memory != nullptr) {
            (new (memory.get()) ContinuousVector())->Init(capacity);
        }
        return memory;
    }
    void Init(size_t capacity) {
        capacity_ = capacity;
        size_ = 0;
    }

    size_t GetSize() const { return size_; }
    size_t GetCapacity() const { return capacity_; }
    // GRAPH_PARAM_OUT_OF_RANGE, and no change, above the capacity.
    ge::graphStatus SetSize(size_t size) {
        if (size > capacity_) {
            return ge::GRAPH_PARAM_OUT_OF_RANGE;
        }
        size_ = size;
        return ge::GRAPH_SUCCESS;
    }
    const void* GetData() const { return this + 1; }
    void* MutableData() { return this + 1; }

 private:
    size_t capacity_ = 0;
    size_t size_ = 0;
};

template <typename T>
class TypedContinuousVector : private ContinuousVector {
 public:
    using ContinuousVector::GetCapacity;
    using ContinuousVector::GetSize;
    using ContinuousVector::SetSize;
    const T* GetData() const { return static_cast<const T*>(ContinuousVector::GetData()); }
    T* MutableData() { return static_cast<T*>(ContinuousVector::MutableData()); }
};

// A list of vectors, for attributes that are lists of lists.
class ContinuousVectorVector {
 public:
    ContinuousVectorVector(const ContinuousVector* const* vectors, size_t size)
        : vectors_(vectors), size_(size) {}
    size_t GetSize() const { return size_; }
    // `index` must be below GetSize().
    const ContinuousVector* Get(size_t index) const { return vectors_[index]; }

 private:
    const ContinuousVector* const* vectors_;
    size_t size_;
};

}  // namespace gert

#endif
