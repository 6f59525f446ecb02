#include "nnopbase/objects.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "base/shape.h"
#include "nnopbase/messages.h"
#include "nnopbase/object_pool.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_errno.h"
#include "opdev/shape_utils.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;
using op::internal::ObjectKind;

template <typename T>
constexpr uint32_t kKindNumber = static_cast<uint32_t>(op::internal::KindOf<T*>());

template <typename T>
auto& PoolOf() {
    // Never destroyed: programs destroy objects from their own static destructors.
    static auto* pool = [] {
        auto* created = new ObjectPool<T, kKindNumber<T>>();
        created->KeepLockAcrossForks();
        return created;
    }();
    return *pool;
}

// Types below a byte have no elements we could address; they may be described, with one byte per element as the
// bound.
size_t BoundOfElement(op::DataType dtype) {
    const int size = ge::GetSizeByDataType(dtype);
    return size > static_cast<int>(op::kDataTypeSizeBitOffset) ? 1 : static_cast<size_t>(std::max(size, 0));
}

}  // namespace

Status CheckSizes(const char* function, const char* parameter, const int64_t* sizes, uint64_t rank,
                  op::DataType dtype) {
    if (sizes == nullptr && rank > 0) {
        return NullDimensions(function, parameter, rank);
    }
    if (rank > op::MAX_DIM_NUM) {
        return TooManyDimensions(function, parameter, rank);
    }
    const std::span<const int64_t> span(sizes, rank);
    for (const int64_t& size : span) {
        if (size < 0) {
            return NegativeSize(function, parameter, static_cast<uint64_t>(&size - sizes), size);
        }
    }
    const size_t element_bytes = BoundOfElement(dtype);
    const std::optional<int64_t> count = base::ElementCount(span);
    int64_t bytes = 0;
    if (!count || __builtin_mul_overflow(*count, static_cast<int64_t>(element_bytes), &bytes)) {
        return SizeOverflow(function, parameter, span, element_bytes);
    }
    return Status::Ok();
}

Status ObjectAccess::Describe(aclTensor* tensor, const TensorDescription& d, const char* function) {
    const op::DataType dtype = op::ToOpDataType(d.dtype);
    if (ge::GetSizeByDataType(dtype) <= 0) {
        return UnknownType(function, static_cast<int32_t>(d.dtype));
    }
    ACLNN_CPU_RETURN_IF_ERROR(CheckSizes(function, "viewDims", d.view_dims, d.view_rank, dtype));
    ACLNN_CPU_RETURN_IF_ERROR(CheckSizes(function, "storageDims", d.storage_dims, d.storage_rank, dtype));

    tensor->data_type_ = dtype;
    op::ToShape(d.view_dims, d.view_rank, tensor->view_shape_);
    op::ToShape(d.storage_dims, d.storage_rank, tensor->storage_shape_);
    tensor->original_shape_ = tensor->storage_shape_;
    if (d.strides != nullptr) {
        tensor->view_strides_.assign(d.strides, d.strides + d.view_rank);
    } else {
        op::ToContiguousStrides(tensor->view_shape_, tensor->view_strides_);
    }
    tensor->view_offset_ = d.offset;
    const op::Format format = op::ToOpFormat(d.format);
    SetFormats(tensor, format, format, format);
    tensor->storage_ = &tensor->own_storage_;
    tensor->own_storage_ = aclStorage();
    tensor->own_storage_.address = d.data;
    return Status::Ok();
}

void ObjectAccess::SetContiguous(aclTensor* tensor, op::DataType dtype, const op::Shape& view,
                                 op::Format format) {
    tensor->data_type_ = dtype;
    tensor->view_shape_ = view;
    tensor->storage_shape_ = view;
    tensor->original_shape_ = view;
    op::ToContiguousStrides(view, tensor->view_strides_);
    tensor->view_offset_ = 0;
    SetFormats(tensor, format, format, format);
}

void ObjectAccess::SetFormats(aclTensor* tensor, op::Format view, op::Format storage, op::Format original) {
    tensor->view_format_ = view;
    tensor->storage_format_ = storage;
    tensor->original_format_ = original;
}

void ObjectAccess::SetView(aclTensor* tensor, const aclTensor& other, const op::Shape& view,
                           const op::Strides& strides, int64_t offset) {
    tensor->data_type_ = other.data_type_;
    tensor->view_shape_ = view;
    tensor->view_strides_ = strides;
    tensor->view_offset_ = offset;
    tensor->storage_shape_ = other.storage_shape_;
    tensor->original_shape_ = other.original_shape_;
    SetFormats(tensor, other.view_format_, other.storage_format_, other.original_format_);
    tensor->storage_ = other.storage_;
}

void ObjectAccess::Reset(aclTensor* tensor) {
    tensor->storage_ = &tensor->own_storage_;
    tensor->own_storage_ = aclStorage();
}

Status ObjectAccess::SetScalar(aclScalar* scalar, const void* value, op::DataType dtype) {
    const size_t bytes = base::ElementBytes(ToDType(dtype));
    if (bytes == 0) {
        return UnknownType("aclCreateScalar", static_cast<int32_t>(dtype));
    }
    scalar->data_type_ = dtype;
    std::memcpy(scalar->bytes_, value, bytes);
    return Status::Ok();
}

bool BeginsAByte(op::DataType type, int64_t offset) {
    const int size = ge::GetSizeByDataType(type);
    const int64_t bits = size - static_cast<int>(op::kDataTypeSizeBitOffset);
    return bits <= 0 || offset % 8 * bits % 8 == 0;
}

const unsigned char* HostElement(const aclTensor& tensor, int64_t index) {
    const op::Shape& shape = tensor.GetViewShape();
    int64_t at = tensor.GetViewOffset();
    for (size_t d = shape.GetDimNum(); d-- > 0;) {
        at += index % shape[d] * tensor.GetViewStrides()[d];
        index /= shape[d];
    }
    return tensor.GetStorage()->host.get() + at * static_cast<int64_t>(op::TypeSize(tensor.GetDataType()));
}

template <typename T>
T* CreateObject() {
    return PoolOf<T>().Create();
}
template <typename T>
bool DestroyObject(const T* object) {
    return PoolOf<T>().Destroy(object);
}
#define ACLNN_CPU_OBJECT_KINDS(ROW) \
    ROW(aclTensor, kTensor)         \
    ROW(aclTensorList, kTensorList) \
    ROW(aclScalar, kScalar)         \
    ROW(aclScalarList, kScalarList) \
    ROW(aclIntArray, kIntArray) ROW(aclFloatArray, kFloatArray) ROW(aclBoolArray, kBoolArray)
#define ROW(Type, kind)                  \
    template Type* CreateObject<Type>(); \
    template bool DestroyObject<Type>(const Type*);
ACLNN_CPU_OBJECT_KINDS(ROW)
#undef ROW

namespace {

// Made while the library is loaded, so that no fork meets a pool half made.
[[maybe_unused]] const bool kPoolsMade = [] {
#define ROW(Type, kind) PoolOf<Type>();
    ACLNN_CPU_OBJECT_KINDS(ROW)
#undef ROW
    return true;
}();

}  // namespace

bool IsLiveObject(const void* object, ObjectKind kind) {
    switch (kind) {
#define ROW(Type, kind)    \
    case ObjectKind::kind: \
        return ObjectPool<Type, kKindNumber<Type>>::IsLive(object);
        ACLNN_CPU_OBJECT_KINDS(ROW)
#undef ROW
        case ObjectKind::kOther:
            return true;
    }
    return false;
}

}  // namespace aclnn_cpu::nnopbase
