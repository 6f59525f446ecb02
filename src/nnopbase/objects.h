// Making and destroying the objects behind the opaque pointers, with every refusal in words.
#pragma once

#include <cstdint>
#include <span>

#include "base/dtype.h"
#include "base/status.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_dfx.h"

namespace aclnn_cpu::nnopbase {

// The arguments of aclCreateTensor.
struct TensorDescription {
    const int64_t* view_dims;
    uint64_t view_rank;
    aclDataType dtype;
    const int64_t* strides;  // null: contiguous
    int64_t offset;
    aclFormat format;
    const int64_t* storage_dims;
    uint64_t storage_rank;
    void* data;
};

// The one door to the private members of tensors, scalars and arrays.
struct ObjectAccess {
    // 161002 with the reason, and the tensor as it was, when the description is refused.
    static base::Status Describe(aclTensor* tensor, const TensorDescription& description,
                                 const char* function);
    // A contiguous tensor over its own storage. `storage` and `original` differ from `view` for private
    // formats.
    static void SetContiguous(aclTensor* tensor, op::DataType dtype, const op::Shape& view,
                              op::Format format);
    static void SetFormats(aclTensor* tensor, op::Format view, op::Format storage, op::Format original);
    static void SetView(aclTensor* tensor, const aclTensor& other, const op::Shape& view,
                        const op::Strides& strides, int64_t offset);
    static void SetHostValues(aclTensor* tensor, const void* values, op::DataType from, int64_t first,
                              uint64_t count, op::DataType to) {
        tensor->SetHostValues(values, from, first, count, to);
    }
    // Whether the tensor was made by itself, not as a view that an executor made of another one.
    static bool OwnsStorage(const aclTensor& tensor) { return tensor.storage_ == &tensor.own_storage_; }
    static aclStorage& Storage(const aclTensor* tensor) { return *tensor->storage_; }
    // Back to an empty tensor over its own storage, without giving up memory.
    static void Reset(aclTensor* tensor);

    // 161002 when the type cannot be held in a scalar.
    static base::Status SetScalar(aclScalar* scalar, const void* value, op::DataType dtype);
    template <typename T, typename Iterator>
    static void SetArray(aclArray<T>* array, Iterator values, uint64_t count) {
        array->values_ = std::make_unique<T[]>(count);
        array->size_ = count;
        std::copy_n(values, count, array->values_.get());
    }
    static op::FVector<aclTensor*>& Elements(aclTensorList* list) { return list->tensors_; }
    static op::FVector<aclScalar*>& Elements(aclScalarList* list) { return list->scalars_; }
};

// 161002, naming `function` and its `parameter`, for sizes that no memory can have: null, too many, negative, or of
// 2^63 bytes or more in all (zeros not counted).
base::Status CheckSizes(const char* function, const char* parameter, const int64_t* sizes, uint64_t rank,
                        op::DataType dtype);

// Where element number `index`, row-major, of a view of host values lies. The view must not be empty.
const unsigned char* HostElement(const aclTensor& tensor, int64_t index);

// Pools per kind. Create throws std::bad_alloc; Destroy is false when the object was not alive.
template <typename T>
T* CreateObject();
template <typename T>
bool DestroyObject(const T* object);
bool IsLiveObject(const void* object, op::internal::ObjectKind kind);

// Converts one value between real types and bool as C++ does, through double or 64-bit integers; 16-bit
// floats round to nearest even. A complex type takes a real value, or another complex one; false for complex to
// real, and for types that are neither.
bool ConvertValue(const void* from, base::DType from_type, void* to, base::DType to_type);

inline base::DType ToDType(op::DataType type) { return static_cast<base::DType>(static_cast<int32_t>(type)); }

// Bytes of so many elements (0 or more); of types below a byte rounded down, or up with `ceil`.
inline int64_t BytesOfElements(base::DType type, int64_t elements, bool ceil = false) {
    const auto bytes = static_cast<int64_t>(base::ElementBytes(type));
    return bytes != 0
               ? elements * bytes
               : op::CalcShapeBytes(elements, static_cast<op::DataType>(static_cast<int32_t>(type)), ceil);
}
// Whether element number `offset` begins a byte, as all do of types that are no smaller.
bool BeginsAByte(op::DataType type, int64_t offset);

}  // namespace aclnn_cpu::nnopbase
