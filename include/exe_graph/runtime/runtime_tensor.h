// gert::Tensor: shapes, formats, element type and address of one input or output.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_RUNTIME_TENSOR_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_RUNTIME_TENSOR_H

#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/stride.h"
#include "exe_graph/runtime/tensor_data.h"

namespace gert {

class Tensor {
 public:
    Tensor() = default;
    Tensor(const StorageShape& shape, const StorageFormat& format, ge::DataType data_type)
        : shape_(shape), format_(format), data_type_(data_type) {}
    Tensor(const StorageShape& shape, const StorageFormat& format, TensorPlacement placement,
           ge::DataType data_type, TensorAddress address)
        : shape_(shape),
          format_(format),
          data_type_(data_type),
          data_(address, BytesOf(shape.GetStorageShape().GetShapeSize(), data_type), placement) {}

    int64_t GetShapeSize() const {
        return GetStorageShape().GetShapeSize();
    }  // elements of the storage shape
    const Shape& GetStorageShape() const { return shape_.GetStorageShape(); }
    const Shape& GetOriginShape() const { return shape_.GetOriginShape(); }
    const StorageShape& GetShape() const { return shape_; }
    StorageShape& GetShape() { return shape_; }
    Shape& MutableStorageShape() { return shape_.MutableStorageShape(); }
    Shape& MutableOriginShape() { return shape_.MutableOriginShape(); }

    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    const StorageFormat& GetFormat() const { return format_; }
    StorageFormat& MutableFormat() { return format_; }
    void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
    void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }

    ge::DataType GetDataType() const { return data_type_; }
    void SetDataType(ge::DataType data_type) { data_type_ = data_type; }

    // Null unless the elements are readable here (inputs that a function depends on by value).
    const void* GetAddr() const { return data_.GetPlacement() == kFollowing ? this + 1 : data_.GetAddr(); }
    void* GetAddr() { return data_.GetPlacement() == kFollowing ? this + 1 : data_.GetAddr(); }
    template <typename T>
    const T* GetData() const {
        return static_cast<const T*>(GetAddr());
    }
    template <typename T>
    T* GetData() {
        return static_cast<T*>(GetAddr());
    }
    void SetData(TensorData data) { data_ = data; }
    size_t GetSize() const { return data_.GetSize(); }
    void SetSize(size_t bytes) { data_.SetSize(bytes); }
    TensorPlacement GetPlacement() const { return data_.GetPlacement(); }
    void SetPlacement(TensorPlacement placement) { data_.SetPlacement(placement); }
    const TensorData& GetTensorData() const { return data_; }
    TensorData& MutableTensorData() { return data_; }

    // Strides and first element of a view that is not contiguous; null and 0 for a contiguous tensor. Not
    // owned.
    const Stride* GetViewStride() const { return view_stride_; }
    int64_t GetViewOffset() const { return view_offset_; }
    void SetView(const Stride* stride, int64_t offset) {
        view_stride_ = stride;
        view_offset_ = offset;
    }

 private:
    static size_t BytesOf(int64_t elements, ge::DataType data_type) {
        const int64_t bytes = ge::GetSizeInBytes(elements, data_type);
        return bytes > 0 ? static_cast<size_t>(bytes) : 0;
    }

    StorageShape shape_;
    StorageFormat format_;
    ge::DataType data_type_ = ge::DT_FLOAT;
    TensorData data_;
    const Stride* view_stride_ = nullptr;
    int64_t view_offset_ = 0;
};

}  // namespace gert

#endif
