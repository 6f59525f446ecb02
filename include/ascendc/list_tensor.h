// ListTensorDesc: the tensors of a dynamic (list) input or output. The kernel gets the address of a block of
// 64-bit words in global memory:
//   word 0                  byte offset from the start of the block to the table of addresses
//   per tensor, 1 + dim     dim (low half) and the tensor's number (high half), then its extents
//   table                   one address per tensor
// A block without shapes has, in place of the descriptors, a word whose high half is the number of tensors
// and the word 0xffffffff, so that its table starts at byte 24.
#ifndef ACLNN_CPU_ASCENDC_LIST_TENSOR_H
#define ACLNN_CPU_ASCENDC_LIST_TENSOR_H

#include <cstdint>
#include <cstring>

#include "ascendc/macros.h"
#include "ascendc/tensor.h"

namespace AscendC {

class ListTensorDesc;

// One tensor of a list. GetShape needs SetShapeAddr before GetDesc: room for the extents.
template <class T>
class TensorDesc {
 public:
    void SetShapeAddr(uint64_t* shapePtr) { shape_ = shapePtr; }
    uint64_t GetDim() { return dim_; }
    uint64_t GetIndex() { return index_; }
    uint64_t GetShape(uint32_t offset) { return offset < dim_ && shape_ != nullptr ? shape_[offset] : 0; }
    __gm__ T* GetDataPtr() { return data_; }
    GlobalTensor<T> GetDataObj() {
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(data_);
        return tensor;
    }

 private:
    friend class ListTensorDesc;

    uint64_t* shape_ = nullptr;
    uint64_t dim_ = 0;
    uint64_t index_ = 0;
    T* data_ = nullptr;
};

class ListTensorDesc {
 public:
    ListTensorDesc() = default;
    ListTensorDesc(__gm__ void* data, uint32_t length = 0xffffffff, uint32_t shapeSize = 0xffffffff) {
        Init(data, length, shapeSize);
    }

    // The sizes are said by the block itself.
    void Init(__gm__ void* data, uint32_t = 0xffffffff, uint32_t = 0xffffffff) {
        block_ = static_cast<const uint8_t*>(data);
        addresses_ = Word(0);
        size_ = 0;
        has_shapes_ = !(addresses_ == 24 && Low(8) == 0 && Word(16) == 0xffffffff);
        if (!has_shapes_) {
            size_ = High(8);
            return;
        }
        for (uint64_t at = 8; at < addresses_; at += Bytes(at)) {
            size_ = High(at) + 1;
        }
    }

    uint32_t GetSize() { return size_; }

    // A number that the list does not have is a failed ASSERT.
    template <class T>
    __gm__ T* GetDataPtr(uint32_t index, CallSite site = CallSite::Here()) {
        if (index >= size_) {
            aclnn_cpu::aicore::AssertionFailed("the index is below GetSize() of the ListTensorDesc, which",
                                               site);
        }
        return reinterpret_cast<T*>(Word(addresses_ + uint64_t(index) * 8));
    }

    template <class T>
    void GetDesc(TensorDesc<T>& desc, uint32_t index, CallSite site = CallSite::Here()) {
        desc.index_ = index;
        desc.dim_ = 0;
        desc.data_ = GetDataPtr<T>(index, site);
        for (uint64_t at = 8; has_shapes_ && at < addresses_; at += Bytes(at)) {
            if (High(at) == index) {
                desc.dim_ = Low(at);
                if (desc.shape_ != nullptr) {
                    std::memcpy(desc.shape_, block_ + at + 8, desc.dim_ * 8);
                }
                return;
            }
        }
    }

 private:
    uint64_t Word(uint64_t offset) const {
        uint64_t word = 0;
        std::memcpy(&word, block_ + offset, sizeof(word));
        return word;
    }
    uint32_t Low(uint64_t offset) const { return static_cast<uint32_t>(Word(offset)); }
    uint32_t High(uint64_t offset) const { return static_cast<uint32_t>(Word(offset) >> 32); }
    uint64_t Bytes(uint64_t offset) const { return (uint64_t(1) + Low(offset)) * 8; }  // of a descriptor

    const uint8_t* block_ = nullptr;
    uint64_t addresses_ = 0;  // offset of the table
    uint32_t size_ = 0;
    bool has_shapes_ = false;
};

}  // namespace AscendC

#endif
