// gert::TilingData: the bytes a tiling function hands to the kernel.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_TILING_DATA_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_TILING_DATA_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "graph/error_codes.h"
#include "securec.h"  // operators rely on it from here

namespace gert {

class TilingData {
 public:
    // `data`: `capacity` bytes at an 8-byte boundary that outlive the object.
    TilingData(size_t capacity, void* data) : capacity_(capacity), data_size_(0), data_(data) {}
    TilingData(const TilingData&) = delete;
    TilingData& operator=(const TilingData&) = delete;

    // A TilingData followed by its bytes, in one allocation; null without memory.
    static std::unique_ptr<uint8_t[]> CreateCap(size_t capacity) {
        size_t total = 0;
        if (__builtin_add_overflow(sizeof(TilingData), capacity, &total)) {
            return nullptr;
        }
        std::unique_ptr<uint8_t[]> memory(new (std::nothrow) uint8_t[total]());
        if (memory != nullptr) {
            new (memory.get()) TilingData(capacity, memory.get() + sizeof(TilingData));
        }
        return memory;
    }

    size_t GetCapacity() const { return capacity_; }
    size_t GetDataSize() const { return data_size_; }
    void SetDataSize(size_t size) { data_size_ = size; }
    void* GetData() { return data_; }
    const void* GetData() const { return data_; }

    // Adds `size` bytes at the end and returns their address; null, and no change, when they do not fit.
    void* Expand(size_t size) {
        size_t end = 0;
        if (__builtin_add_overflow(data_size_, size, &end) || end > capacity_) {
            return nullptr;
        }
        void* begin = static_cast<uint8_t*>(data_) + data_size_;
        data_size_ = end;
        return begin;
    }
    template <typename T, typename std::enable_if<std::is_standard_layout<T>::value, int>::type = 0>
    ge::graphStatus Append(const T& value) {
        return Append(&value, 1);
    }
    template <typename T, typename std::enable_if<std::is_standard_layout<T>::value, int>::type = 0>
    ge::graphStatus Append(const T* values, size_t count) {
        size_t bytes = 0;
        if (__builtin_mul_overflow(sizeof(T), count, &bytes)) {
            return ge::GRAPH_MUL_OVERFLOW;
        }
        void* begin = Expand(bytes);
        if (begin == nullptr) {
            return ge::GRAPH_FAILED;
        }
        std::memcpy(begin, values, bytes);
        return ge::GRAPH_SUCCESS;
    }

 private:
    size_t capacity_;
    size_t data_size_;
    void* data_;
};

template <typename T>
TilingData& operator<<(TilingData& out, const T& value) {
    out.Append(value);
    return out;
}

}  // namespace gert

#endif
