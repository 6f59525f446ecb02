// LocalTensor and GlobalTensor: handles on ranges of a core's local memory and of device memory. Copying one
// copies the handle. Offsets and sizes count elements.
#ifndef ACLNN_CPU_ASCENDC_TENSOR_H
#define ACLNN_CPU_ASCENDC_TENSOR_H

#include <cstdint>
#include <cstring>

#include "ascendc/emulator.h"
#include "ascendc/macros.h"

namespace AscendC {

using aclnn_cpu::aicore::CallSite;

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

    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        return LocalTensor<U>(position_, address_, bytes_);
    }

    uint32_t GetSize() const { return bytes_ / static_cast<uint32_t>(sizeof(T)); }
    uint32_t GetLength() const { return bytes_; }
    void SetSize(uint32_t size) { bytes_ = size * static_cast<uint32_t>(sizeof(T)); }
    void SetBufferLen(uint32_t bytes) { bytes_ = bytes; }
    int32_t GetPosition() const { return static_cast<int32_t>(position_); }
    uint64_t GetPhyAddr(uint32_t offset = 0) const {
        return reinterpret_cast<uint64_t>(aclnn_cpu::aicore::LocalAddress(position_, address_)) +
               uint64_t(offset) * sizeof(T);
    }

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
    TPosition position_ = TPosition::MAX;
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

    uint64_t GetSize() const { return elements_; }
    const __gm__ T* GetPhyAddr() const { return data_; }
    __gm__ T* GetPhyAddr(uint64_t offset) const { return data_ + offset; }
    void SetL2CacheHint(CacheMode) {}

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
};

}  // namespace AscendC

#endif
