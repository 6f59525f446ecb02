// LocalTensor and GlobalTensor: handles on ranges of a core's local memory and of device memory. Copying one
// copies the handle. Offsets and sizes count elements.
#ifndef ACLNN_CPU_ASCENDC_TENSOR_H
#define ACLNN_CPU_ASCENDC_TENSOR_H

#include <cstdint>
#include <cstring>

#include "ascendc/emulator.h"
#include "ascendc/macros.h"
#include "ascendc/shape_info.h"

namespace AscendC {

using aclnn_cpu::aicore::CallSite;

namespace aclnn_internal {

template <typename T, typename Operator>
struct Expression;

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
        const uint64_t skipped = uint64_t(offset) * sizeof(T);
        LocalTensor rest = *this;
        rest.address_ = address_ + skipped;
        rest.bytes_ = skipped < bytes_ ? static_cast<uint32_t>(bytes_ - skipped) : 0;
        return rest;
    }

    T GetValue(uint32_t index, CallSite site = CallSite::Here()) const {
        T value;
        std::memcpy(&value, aclnn_cpu::aicore::ScalarAccess(ElementAt(index), false, site), sizeof(T));
        return value;
    }
    template <typename S>
    void SetValue(uint32_t index, S value, CallSite site = CallSite::Here()) const {
        const T element = static_cast<T>(value);
        std::memcpy(aclnn_cpu::aicore::ScalarAccess(ElementAt(index), true, site), &element, sizeof(T));
    }
    T& operator()(uint32_t index) const {
        return *static_cast<T*>(aclnn_cpu::aicore::ScalarAccess(ElementAt(index), true, CallSite{}));
    }

    // The same bytes as elements of another type.
    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> other(position_, address_, bytes_);
        other.shapeInfo_ = shapeInfo_;
        return other;
    }

    static constexpr uint32_t BytesOf(uint32_t elements) {
        return elements * static_cast<uint32_t>(sizeof(T));
    }

    uint32_t GetSize() const { return bytes_ / static_cast<uint32_t>(sizeof(T)); }
    uint32_t GetLength() const { return bytes_; }
    void SetSize(const uint32_t size) { bytes_ = size * static_cast<uint32_t>(sizeof(T)); }
    void SetBufferLen(uint32_t bytes) { bytes_ = bytes; }
    int32_t GetPosition() const { return static_cast<int32_t>(position_); }
    // A host address, as a number that kernels also cast to a pointer.
    uint64_t GetPhyAddr() const { return GetPhyAddr(0); }
    uint64_t GetPhyAddr(const uint32_t offset) const {
        return reinterpret_cast<uint64_t>(aclnn_cpu::aicore::LocalAddress(position_, address_)) +
               uint64_t(offset) * sizeof(T);
    }
    // Becomes the tensor that starts `offset` elements into another.
    template <typename S>
    void SetAddrWithOffset(LocalTensor<S>& src, uint32_t offset) {
        address_ = src.address() + uint64_t(offset) * sizeof(S);
        bytes_ = src[offset].GetLength();
        position_ = static_cast<TPosition>(src.GetPosition());
    }

    // What the author notes with a tensor; no instruction reads it.
    void SetUserTag(const TTagType tag) { tag_ = tag; }
    TTagType GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shapeInfo_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    // Whole tensors: dst = src0 + src1 works on all elements of dst, a comparison on all elements of src0. See
    // expression.h.
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
        element.address += uint64_t(index) * sizeof(T);
        return element;
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
    }
    void SetGlobalBuffer(__gm__ T* buffer) { SetGlobalBuffer(buffer, 0); }

    GlobalTensor operator[](uint64_t offset) const {
        GlobalTensor rest;
        rest.data_ = data_ + offset;
        rest.elements_ = offset < elements_ ? elements_ - offset : 0;
        return rest;
    }

    T GetValue(uint64_t index, CallSite site = CallSite::Here()) const {
        aclnn_cpu::aicore::GlobalScalarAccess((*this)[index].AsOperand(), false, site);
        T value;
        std::memcpy(&value, data_ + index, sizeof(T));
        return value;
    }
    void SetValue(uint64_t index, T value, CallSite site = CallSite::Here()) const {
        aclnn_cpu::aicore::GlobalScalarAccess((*this)[index].AsOperand(), true, site);
        std::memcpy(data_ + index, &value, sizeof(T));
    }
    __gm__ T& operator()(uint64_t index) const {
        aclnn_cpu::aicore::GlobalScalarAccess((*this)[index].AsOperand(), true, CallSite{});
        return data_[index];
    }

    uint64_t GetSize() const { return elements_; }
    const __gm__ T* GetPhyAddr() const { return data_; }
    __gm__ T* GetPhyAddr(uint64_t offset) const { return data_ + offset; }
    // How the second cache treats the data: no effect on values.
    template <CacheRwMode rwMode = CacheRwMode::RW>
    void SetL2CacheHint(CacheMode) {}
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shapeInfo_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    aclnn_cpu::aicore::Operand AsOperand() const {
        aclnn_cpu::aicore::Operand operand;
        operand.address = reinterpret_cast<uint64_t>(data_);
        operand.bytes = elements_ * sizeof(T);
        operand.type = aclnn_cpu::aicore::ElementTypeOf<T>();
        return operand;
    }

 private:
    T* data_ = nullptr;
    uint64_t elements_ = 0;

 public:
    ShapeInfo shapeInfo_;
};

}  // namespace AscendC

#endif
