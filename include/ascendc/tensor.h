// LocalTensor and GlobalTensor: handles on ranges of a core's local memory and of device memory. Copying one
// copies the handle. Offsets and sizes count elements.
#ifndef ACLNN_CPU_ASCENDC_TENSOR_H
#define ACLNN_CPU_ASCENDC_TENSOR_H

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ascendc/emulator.h"
#include "ascendc/macros.h"
#include "ascendc/shape_info.h"

namespace AscendC {

using aclnn_cpu::aicore::CallSite;

namespace aclnn_internal {

template <typename T, typename Operator>
struct Expression;

// Bytes of `elements` elements in a tensor, and how many there are in some bytes.
template <typename T>
constexpr uint64_t BytesOf(uint64_t elements) {
    return std::is_same_v<T, int4b_t> ? (elements + 1) / 2 : elements * sizeof(T);
}
template <typename T>
constexpr uint64_t ElementsOf(uint64_t bytes) {
    return std::is_same_v<T, int4b_t> ? bytes * 2 : bytes / sizeof(T);
}

}  // namespace aclnn_internal

template <typename T>
class LocalTensor {
 public:
    using PrimType = T;

    LocalTensor() = default;
    // `address` and `bytes` as the emulated core counts them; kernels get tensors from queues and buffers.
    LocalTensor(TPosition position, uint64_t address, uint32_t bytes)
        : address_(address), bytes_(bytes), position_(position) {}

    LocalTensor operator[](uint32_t offset) const {
        const uint64_t skipped = OffsetOf(offset);
        LocalTensor rest = *this;
        rest.address_ = address_ + skipped;
        rest.bytes_ = skipped < bytes_ ? static_cast<uint32_t>(bytes_ - skipped) : 0;
        return rest;
    }

    T GetValue(const uint32_t index, CallSite site = CallSite::Here()) const {
        const void* from = aclnn_cpu::aicore::ScalarAccess(ElementAt(index), false, site);
        T value;
        std::memcpy(&value, from, sizeof(T));
        if constexpr (std::is_same_v<T, int4b_t>) {
            value.storage = static_cast<uint8_t>(value.storage >> (index % 2 * 4) & 0xF);
        }
        return value;
    }
    template <typename S>
    void SetValue(const uint32_t index, const S value, CallSite site = CallSite::Here()) const {
        T element = static_cast<T>(value);
        void* to = aclnn_cpu::aicore::ScalarAccess(ElementAt(index), true, site);
        if constexpr (std::is_same_v<T, int4b_t>) {
            const int other = *static_cast<const uint8_t*>(to) & (index % 2 == 0 ? 0xF0 : 0x0F);
            element.storage = static_cast<uint8_t>(other | element.storage << (index % 2 * 4));
        }
        std::memcpy(to, &element, sizeof(T));
    }
    T& operator()(uint32_t index, CallSite site = CallSite::Here()) const {
        return *static_cast<T*>(aclnn_cpu::aicore::ScalarReference(ElementAt(index), site));
    }

    // The same bytes as elements of another type.
    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> other(position_, address_, bytes_);
        other.shapeInfo_ = shapeInfo_;
        return other;
    }

    uint32_t GetSize() const { return static_cast<uint32_t>(aclnn_internal::ElementsOf<T>(bytes_)); }
    uint32_t GetLength() const { return bytes_; }
    void SetSize(const uint32_t size) { bytes_ = static_cast<uint32_t>(aclnn_internal::BytesOf<T>(size)); }
    void SetBufferLen(uint32_t bytes) { bytes_ = bytes; }
    int32_t GetPosition() const { return static_cast<int32_t>(position_); }
    // A host address, as a number that kernels also cast to a pointer.
    uint64_t GetPhyAddr() const { return GetPhyAddr(0); }
    uint64_t GetPhyAddr(const uint32_t offset) const {
        return reinterpret_cast<uint64_t>(aclnn_cpu::aicore::LocalAddress(position_, address_)) +
               OffsetOf(offset);
    }
    // Becomes the tensor that starts `offset` elements into another.
    template <typename S>
    void SetAddrWithOffset(LocalTensor<S>& src, uint32_t offset) {
        const LocalTensor<S> part = src[offset];
        address_ = part.address();
        bytes_ = part.GetLength();
        position_ = static_cast<TPosition>(src.GetPosition());
    }

    // What the author notes with a tensor; no instruction reads it.
    void SetUserTag(const TTagType tag) { tag_ = tag; }
    TTagType GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shapeInfo_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    // Whole tensors: dst = src0 + src1 works on all elements of dst, a comparison on all elements of src0.
    // See expression.h.
    template <typename S, typename Operator>
    void operator=(const aclnn_internal::Expression<S, Operator>& expression);

    aclnn_cpu::aicore::Operand AsOperand() const {
        constexpr aclnn_cpu::aicore::ElementType type = aclnn_cpu::aicore::ElementTypeOf<T>();
        static_assert(type != aclnn_cpu::aicore::ElementType::kCount,
                      "no instruction takes elements of this type");
        aclnn_cpu::aicore::Operand operand;
        operand.address = address_;
        operand.bytes = bytes_;
        operand.position = position_;
        operand.type = type;
        return operand;
    }
    uint64_t address() const { return address_; }

 private:
    aclnn_cpu::aicore::Operand ElementAt(uint32_t index) const {
        aclnn_cpu::aicore::Operand element = AsOperand();
        element.address += OffsetOf(index);
        return element;
    }
    // The byte that an element starts in.
    static constexpr uint64_t OffsetOf(uint64_t index) {
        return std::is_same_v<T, int4b_t> ? index / 2 : index * sizeof(T);
    }

    uint64_t address_ = 0;  // may lie beyond the memory: what uses it reports that
    uint32_t bytes_ = 0;
    TTagType tag_ = 0;
    TPosition position_ = TPosition::MAX;

 public:
    ShapeInfo shapeInfo_;
};

template <typename T>
class GlobalTensor {
 public:
    using PrimType = T;

    void SetGlobalBuffer(__gm__ T* buffer, uint64_t elements) {
        data_ = buffer;
        elements_ = elements;
        sized_ = true;
    }
    void SetGlobalBuffer(__gm__ T* buffer) {
        SetGlobalBuffer(buffer, 0);
        sized_ = false;
    }

    GlobalTensor operator[](uint64_t offset) const {
        GlobalTensor rest;
        rest.data_ = GetPhyAddr(offset);
        rest.elements_ = offset < elements_ ? elements_ - offset : 0;
        rest.sized_ = sized_;
        return rest;
    }

    T GetValue(uint64_t index, CallSite site = CallSite::Here()) const {
        static_assert(!std::is_same_v<T, int4b_t>, "the scalar unit reads whole bytes of global memory");
        aclnn_cpu::aicore::GlobalScalarAccess((*this)[index].AsOperand(), false, site);
        T value;
        std::memcpy(&value, data_ + index, sizeof(T));
        return value;
    }
    void SetValue(uint64_t index, T value, CallSite site = CallSite::Here()) const {
        static_assert(!std::is_same_v<T, int4b_t>, "the scalar unit writes whole bytes of global memory");
        aclnn_cpu::aicore::GlobalScalarAccess((*this)[index].AsOperand(), true, site);
        std::memcpy(data_ + index, &value, sizeof(T));
    }
    // Checked as a read: a write through the reference is unseen.
    __gm__ T& operator()(uint64_t index, CallSite site = CallSite::Here()) const {
        aclnn_cpu::aicore::GlobalScalarAccess((*this)[index].AsOperand(), false, site);
        return data_[index];
    }

    uint64_t GetSize() const { return elements_; }
    const __gm__ T* GetPhyAddr() const { return data_; }
    __gm__ T* GetPhyAddr(uint64_t offset) const {
        return data_ + (std::is_same_v<T, int4b_t> ? offset / 2 : offset);
    }
    // How the second cache treats the data: no effect on values.
    template <CacheRwMode rwMode = CacheRwMode::RW>
    void SetL2CacheHint(CacheMode) {}
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shapeInfo_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    aclnn_cpu::aicore::Operand AsOperand() const {
        aclnn_cpu::aicore::Operand operand;
        operand.address = reinterpret_cast<uint64_t>(data_);
        operand.bytes = sized_ ? aclnn_internal::BytesOf<T>(elements_) : aclnn_cpu::aicore::kUnknownBytes;
        operand.type = aclnn_cpu::aicore::ElementTypeOf<T>();
        return operand;
    }

 private:
    T* data_ = nullptr;
    uint64_t elements_ = 0;
    bool sized_ = false;  // whether the kernel has said how many there are

 public:
    ShapeInfo shapeInfo_;
};

}  // namespace AscendC

#endif
