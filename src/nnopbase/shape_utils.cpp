#include "opdev/shape_utils.h"

#include <algorithm>
#include <string>

#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "opdev/format_utils.h"
#include "opdev/tensor_view_utils.h"

namespace op {

ge::AscendString ToString(const Shape& shape) {
    return ge::AscendString(aclnn_cpu::nnopbase::ShapeText(shape).c_str());
}
ge::AscendString ToString(const Strides& strides) {
    return ge::AscendString(aclnn_cpu::nnopbase::ShapeText({strides.data(), strides.size()}).c_str());
}
ge::AscendString ToString(const std::string& text) { return ge::AscendString(text.c_str()); }

void ToShape(const int64_t* dims, uint64_t dimNum, Shape& shape) {
    const size_t rank = std::min<size_t>(dimNum, Shape::kMaxDimNum);
    shape.SetDimNum(rank);
    for (size_t i = 0; i < rank; ++i) {
        shape[i] = dims[i];
    }
}
void ToShape(const ShapeVector& shapeVector, Shape& shape) {
    ToShape(shapeVector.data(), shapeVector.size(), shape);
}

ShapeVector ToShapeVector(const Shape& shape) {
    ShapeVector sizes;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        sizes.push_back(shape[i]);
    }
    return sizes;
}

void ToContiguousStrides(const Shape& shape, Strides& strides) {
    const size_t rank = shape.GetDimNum();
    strides.clear();
    strides.resize(rank, 1);
    for (size_t i = rank; i > 1; --i) {
        strides[i - 2] = strides[i - 1] * std::max<int64_t>(shape[i - 1], 1);
    }
}

bool BroadcastInferShape(const Shape& self, const Shape& other, Shape& broadcastShape) {
    const size_t rank = std::max(self.GetDimNum(), other.GetDimNum());
    Shape result;
    result.SetDimNum(rank);
    for (size_t i = 0; i < rank; ++i) {
        const size_t from_self = i + self.GetDimNum();
        const size_t from_other = i + other.GetDimNum();
        const int64_t a = from_self < rank ? 1 : self[from_self - rank];
        const int64_t b = from_other < rank ? 1 : other[from_other - rank];
        if (a != b && a != 1 && b != 1) {
            return false;
        }
        result[i] = a == 1 ? b : a;
    }
    broadcastShape = result;
    return true;
}
bool CheckBroadcastShape(const Shape& self, const Shape& other) {
    Shape unused;
    return BroadcastInferShape(self, other, unused);
}

bool IsContiguous(const aclTensor* tensor) {
    if (tensor == nullptr || tensor->IsEmpty()) {
        return true;
    }
    const Shape& shape = tensor->GetViewShape();
    const Strides& strides = tensor->GetViewStrides();
    int64_t expected = 1;
    for (size_t i = shape.GetDimNum(); i-- > 0;) {
        if (shape[i] != 1 && strides[i] != expected) {
            return false;
        }
        expected *= shape[i];
    }
    return true;
}

bool CanPickViewAsContiguous(const aclTensor* tensor) { return IsContiguous(tensor); }
bool CanPickViewAsContiguous(std::initializer_list<const aclTensor*> tensorList) {
    return std::all_of(tensorList.begin(), tensorList.end(),
                       [](const aclTensor* t) { return IsContiguous(t); });
}

namespace {

struct FormatRow {
    Format format;
    const char* name;
    bool reorders;  // a private format
};
constexpr FormatRow kFormats[] = {
    {Format::FORMAT_NCHW, "NCHW", false},
    {Format::FORMAT_NHWC, "NHWC", false},
    {Format::FORMAT_ND, "ND", false},
    {Format::FORMAT_NC1HWC0, "NC1HWC0", true},
    {Format::FORMAT_FRACTAL_Z, "FRACTAL_Z", true},
    {Format::FORMAT_NC1HWC0_C04, "NC1HWC0_C04", true},
    {Format::FORMAT_HWCN, "HWCN", false},
    {Format::FORMAT_NDHWC, "NDHWC", false},
    {Format::FORMAT_FRACTAL_NZ, "FRACTAL_NZ", true},
    {Format::FORMAT_NCDHW, "NCDHW", false},
    {Format::FORMAT_NDC1HWC0, "NDC1HWC0", true},
    {Format::FORMAT_FRACTAL_Z_3D, "FRACTAL_Z_3D", true},
    {Format::FORMAT_NC, "NC", false},
    {Format::FORMAT_NCL, "NCL", false},
    {Format::FORMAT_FRACTAL_NZ_C0_16, "FRACTAL_NZ_C0_16", true},
    {Format::FORMAT_FRACTAL_NZ_C0_32, "FRACTAL_NZ_C0_32", true},
    {Format::FORMAT_FRACTAL_NZ_C0_2, "FRACTAL_NZ_C0_2", true},
    {Format::FORMAT_FRACTAL_NZ_C0_4, "FRACTAL_NZ_C0_4", true},
    {Format::FORMAT_FRACTAL_NZ_C0_8, "FRACTAL_NZ_C0_8", true},
};

const FormatRow* RowOf(Format format) {
    for (const FormatRow& row : kFormats) {
        if (row.format == format) {
            return &row;
        }
    }
    return nullptr;
}

}  // namespace

bool IsPrivateFormat(Format format) {
    const FormatRow* row = RowOf(GetPrimaryFormat(format));
    return row != nullptr && row->reorders;
}

ge::AscendString ToString(Format format) {
    const FormatRow* row = RowOf(GetPrimaryFormat(format));
    return ge::AscendString(row == nullptr ? "UNKNOWN" : row->name);
}

Format ToFormat(const std::string& name) {
    for (const FormatRow& row : kFormats) {
        if (name == row.name) {
            return row.format;
        }
    }
    return Format::FORMAT_MAX;
}

aclFormat ToAclFormat(Format format) {
    const FormatRow* row = RowOf(format);
    return row == nullptr ? ACL_FORMAT_UNDEFINED : static_cast<aclFormat>(format);
}

}  // namespace op

void aclTensor::SetViewShape(const op::Shape& shape) {
    view_shape_ = shape;
    op::ToContiguousStrides(shape, view_strides_);
}

bool aclTensor::IsEmpty() const {
    for (size_t i = 0; i < view_shape_.GetDimNum(); ++i) {
        if (view_shape_[i] == 0) {
            return true;
        }
    }
    return false;
}

void* aclTensor::GetData() const {
    const auto bytes_before = [this](int64_t elements) {
        return aclnn_cpu::nnopbase::BytesOfElements(aclnn_cpu::nnopbase::ToDType(data_type_), elements);
    };
    if (storage_->host != nullptr) {
        return storage_->host.get() + bytes_before(view_offset_);
    }
    if (storage_->address == nullptr) {
        return nullptr;
    }
    return static_cast<char*>(storage_->address) + bytes_before(view_offset_ + storage_->offset);
}

ge::AscendString aclTensor::ToString() const {
    const std::string text = std::string(op::ToString(data_type_).GetString()) +
                             op::ToString(view_shape_).GetString() + " strides " +
                             op::ToString(view_strides_).GetString();
    return ge::AscendString(text.c_str());
}
