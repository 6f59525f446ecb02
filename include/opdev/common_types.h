// Tensors, scalars and arrays as op_api code handles them: the classes behind the opaque pointers of
// aclnn/acl_meta.h.
//
// A tensor has a view (what the caller passed: shape, strides, offset) over a storage (memory and its
// extent). All strides and offsets count elements. Objects are made by the aclCreate functions or by an
// executor and stay valid until destroyed, or until the executor is released.
#ifndef ACLNN_CPU_OPDEV_COMMON_TYPES_H
#define ACLNN_CPU_OPDEV_COMMON_TYPES_H

#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <unordered_set>

#include "acl/acl_base.h"
#include "aclnn/acl_meta.h"
#include "aclnn_cpu/export.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/storage_shape.h"
#include "graph/ascend_string.h"
#include "graph/types.h"
#include "opdev/bfloat16.h"
#include "opdev/fast_vector.h"
#include "opdev/fp16_t.h"
#include "opdev/object.h"
#include "opdev/op_def.h"

namespace op {

constexpr uint64_t MAX_DIM_NUM = 25;

using Strides = FVector<int64_t, MAX_DIM_NUM>;
using ShapeVector = FVector<int64_t, MAX_DIM_NUM>;
using Shape = gert::Shape;
using Format = ge::Format;
using DataType = ge::DataType;
using StorageShape = gert::StorageShape;

// "FLOAT", "BFLOAT16", ...; "UNKNOWN" for a number that names no type.
ACLNN_CPU_PUBLIC ge::AscendString ToString(DataType dataType);
ACLNN_CPU_PUBLIC ge::AscendString ToString(const std::string& text);
ACLNN_CPU_PUBLIC size_t TypeSize(DataType dataType);
ACLNN_CPU_PUBLIC void ToContiguousStrides(const Shape& shape, Strides& strides);

// The element type that a C++ type is stored as.
template <typename T>
constexpr DataType DataTypeOf() {
    if constexpr (std::is_same_v<T, bool>) {
        return DataType::DT_BOOL;
    } else if constexpr (std::is_same_v<T, float>) {
        return DataType::DT_FLOAT;
    } else if constexpr (std::is_same_v<T, double>) {
        return DataType::DT_DOUBLE;
    } else if constexpr (std::is_same_v<T, fp16_t>) {
        return DataType::DT_FLOAT16;
    } else if constexpr (std::is_same_v<T, bfloat16>) {
        return DataType::DT_BF16;
    } else {
        static_assert(std::is_integral_v<T>, "no element type holds this C++ type");
        constexpr bool is_signed = std::is_signed_v<T>;
        switch (sizeof(T)) {
            case 1:
                return is_signed ? DataType::DT_INT8 : DataType::DT_UINT8;
            case 2:
                return is_signed ? DataType::DT_INT16 : DataType::DT_UINT16;
            case 4:
                return is_signed ? DataType::DT_INT32 : DataType::DT_UINT32;
            default:
                return is_signed ? DataType::DT_INT64 : DataType::DT_UINT64;
        }
    }
}

}  // namespace op

namespace aclnn_cpu::nnopbase {
struct ObjectAccess;
}

// Memory that one or more tensors view. Views share the storage of the tensor they were made from.
struct aclStorage {
    void* address = nullptr;        // of a user's or host tensor
    int64_t offset = 0;             // elements, added to every view's own offset
    uint64_t workspace_offset = 0;  // bytes, once the workspace is planned
    bool from_workspace = false;
    std::shared_ptr<unsigned char[]> host{};  // bytes of a host-value tensor
    uint64_t host_bytes = 0;
    const aclStorage* merged_into =
        nullptr;  // a workspace tensor that was given the memory of a user's tensor

    void* GetAddr() const { return address; }
    bool IsFromWorkspace() const { return from_workspace; }
};

// A read-only array of numbers that owns its elements.
template <typename T>
struct aclArray : op::Object {
    T& operator[](uint64_t i) { return values_[i]; }
    const T& operator[](uint64_t i) const { return values_[i]; }
    uint64_t Size() const { return size_; }
    const T* GetData() const { return values_; }

 protected:
    friend struct aclnn_cpu::nnopbase::ObjectAccess;
    static constexpr uint64_t kFew = 8;  // as many as a tensor has dimensions
    T few_[kFew];
    std::unique_ptr<T[]> many_;
    T* values_ = few_;
    uint64_t size_ = 0;
};

struct aclIntArray : aclArray<int64_t> {};
struct aclFloatArray : aclArray<float> {};
struct aclBoolArray : aclArray<bool> {};

struct aclTensor : op::Object {
    const op::Shape& GetViewShape() const { return view_shape_; }
    const op::Shape& GetStorageShape() const { return storage_shape_; }
    const op::Shape& GetOriginalShape() const { return original_shape_; }
    // Also makes the view contiguous.
    ACLNN_CPU_PUBLIC void SetViewShape(const op::Shape& shape);
    void SetStorageShape(const op::Shape& shape) const { storage_shape_ = shape; }
    void SetOriginalShape(const op::Shape& shape) const { original_shape_ = shape; }

    op::Format GetViewFormat() const { return view_format_; }
    op::Format GetStorageFormat() const { return storage_format_; }
    op::Format GetOriginalFormat() const { return original_format_; }
    void SetViewFormat(op::Format format) { view_format_ = format; }
    void SetStorageFormat(op::Format format) { storage_format_ = format; }
    void SetOriginalFormat(op::Format format) { original_format_ = format; }

    const op::Strides& GetViewStrides() const { return view_strides_; }
    void SetViewStrides(const op::Strides& strides) { view_strides_ = strides; }
    int64_t GetViewOffset() const { return view_offset_; }
    void SetViewOffset(int64_t offset) const { view_offset_ = offset; }
    int64_t GetStorageOffset() const { return storage_->offset; }
    void SetStorageOffset(int64_t offset) { storage_->offset = offset; }

    op::DataType GetDataType() const { return data_type_; }
    // For intermediate tensors, before the node that fills them is recorded.
    void SetDataType(op::DataType dataType) { data_type_ = dataType; }

    // Elements of the storage shape, and of the view.
    int64_t Size() const { return storage_shape_.GetShapeSize(); }
    int64_t Numel() const { return view_shape_.GetShapeSize(); }
    // Whether some size of the view is 0; a tensor without dimensions has one element.
    ACLNN_CPU_PUBLIC bool IsEmpty() const;

    // Where the view starts; null for a workspace tensor, whose address is known only when it runs.
    ACLNN_CPU_PUBLIC void* GetData() const;
    void* GetStorageAddr() const { return storage_->address; }
    void SetStorageAddr(void* address) const { storage_->address = address; }
    const aclStorage* GetStorage() const { return storage_; }
    bool IsFromWorkspace() const { return storage_->from_workspace; }
    void SetFromWorkspace(bool fromWorkspace) const { storage_->from_workspace = fromWorkspace; }
    uint64_t GetWorkspaceOffset() const { return storage_->workspace_offset; }

    // Replaces values of a host-value tensor.
    template <typename T>
    void SetData(int64_t index, const T value, op::DataType dataType) {
        SetHostValues(&value, op::DataTypeOf<T>(), index, 1, dataType);
    }
    template <typename T>
    void SetData(const T* value, uint64_t size, op::DataType dataType) {
        SetHostValues(value, op::DataTypeOf<T>(), 0, size, dataType);
    }

    ACLNN_CPU_PUBLIC ge::AscendString ToString() const;

 private:
    friend struct aclnn_cpu::nnopbase::ObjectAccess;
    ACLNN_CPU_PUBLIC void SetHostValues(const void* values, op::DataType from, int64_t first, uint64_t count,
                                        op::DataType to);

    op::DataType data_type_ = op::DataType::DT_UNDEFINED;
    op::Format view_format_ = op::Format::FORMAT_ND;
    op::Format storage_format_ = op::Format::FORMAT_ND;
    op::Format original_format_ = op::Format::FORMAT_ND;
    mutable int64_t view_offset_ = 0;
    aclStorage* storage_ = &own_storage_;
    op::Strides view_strides_;
    op::Shape view_shape_;
    mutable op::Shape storage_shape_;
    mutable op::Shape original_shape_;
    aclStorage own_storage_;
};

struct aclTensorList : op::Object {
    aclTensor*& operator[](uint64_t i) { return tensors_[i]; }
    const aclTensor* operator[](uint64_t i) const { return tensors_[i]; }
    uint64_t Size() const { return tensors_.size(); }
    const aclTensor* const* GetData() const { return tensors_.data(); }

 private:
    friend struct aclnn_cpu::nnopbase::ObjectAccess;
    op::FVector<aclTensor*> tensors_;
};

namespace op::internal {

// What CheckOverflows must know of the type it is asked about.
struct NumberLimits {
    double lowest, highest;
    bool is_signed, is_floating, is_complex;
};

template <typename T>
constexpr NumberLimits LimitsOf() {
    if constexpr (std::is_same_v<T, fp16_t>) {
        return {-65504.0, 65504.0, true, true, false};
    } else if constexpr (std::is_same_v<T, bfloat16>) {
        return {-0x1.FEp127, 0x1.FEp127, true, true, false};
    } else if constexpr (std::is_arithmetic_v<T>) {
        using Limits = std::numeric_limits<T>;
        return {static_cast<double>(Limits::lowest()), static_cast<double>(Limits::max()), Limits::is_signed,
                std::is_floating_point_v<T>, false};
    } else {
        NumberLimits limits = LimitsOf<typename T::value_type>();
        limits.is_complex = true;
        return limits;
    }
}

}  // namespace op::internal

// One number with its type; converts on request. A complex number has no real value: it converts to 0, with a
// warning in the log. Floats are true from the difference between 1 and the next float (or DOUBLE) on.
struct aclScalar : op::Object {
    const void* GetData() const { return bytes_; }
    ACLNN_CPU_PUBLIC uint64_t Size() const;  // bytes
    op::DataType GetDataType() const { return data_type_; }

    ACLNN_CPU_PUBLIC double ToDouble() const;
    ACLNN_CPU_PUBLIC int64_t ToInt64() const;
    ACLNN_CPU_PUBLIC uint64_t ToUint64() const;
    ACLNN_CPU_PUBLIC bool ToBool() const;
    ACLNN_CPU_PUBLIC std::complex<double> ToComplex128() const;
    float ToFloat() const { return static_cast<float>(ToDouble()); }
    int8_t ToInt8() const { return static_cast<int8_t>(ToInt64()); }
    int16_t ToInt16() const { return static_cast<int16_t>(ToInt64()); }
    int32_t ToInt32() const { return static_cast<int32_t>(ToInt64()); }
    uint8_t ToUint8() const { return static_cast<uint8_t>(ToUint64()); }
    uint16_t ToUint16() const { return static_cast<uint16_t>(ToUint64()); }
    uint32_t ToUint32() const { return static_cast<uint32_t>(ToUint64()); }
    op::fp16_t ToFp16() const { return op::fp16_t(ToFloat()); }
    op::bfloat16 ToBf16() const { return op::bfloat16(ToFloat()); }
    std::complex<float> ToComplex64() const { return std::complex<float>(ToComplex128()); }

    // Whether the number is outside the range of T. Negative integers count as in range of an unsigned type when their
    // absolute value is; infinities and NaN overflow integers only; limits are compared as floating numbers.
    template <typename T>
    bool CheckOverflows() const {
        return Overflows(op::internal::LimitsOf<T>());
    }

 private:
    friend struct aclnn_cpu::nnopbase::ObjectAccess;
    ACLNN_CPU_PUBLIC bool Overflows(const op::internal::NumberLimits& limits) const;

    op::DataType data_type_ = op::DataType::DT_UNDEFINED;
    alignas(16) unsigned char bytes_[16] = {};
};

struct aclScalarList : op::Object {
    aclScalar*& operator[](uint64_t i) { return scalars_[i]; }
    const aclScalar* operator[](uint64_t i) const { return scalars_[i]; }
    uint64_t Size() const { return scalars_.size(); }
    const aclScalar* const* GetData() const { return scalars_.data(); }

 private:
    friend struct aclnn_cpu::nnopbase::ObjectAccess;
    op::FVector<aclScalar*> scalars_;
};

#endif
