// gert::Stride: the distance, in elements, between neighbours along each dimension of a view.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_STRIDE_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_STRIDE_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "exe_graph/runtime/shape.h"

namespace gert {

class Stride {
 public:
    static constexpr size_t kMaxDimNum = Shape::kMaxDimNum;
    static constexpr int64_t kInvalidStrideValue = Shape::kInvalidDimValue;

    Stride() = default;
    Stride(const std::initializer_list<int64_t>& strides) : strides_(strides) {}

    size_t GetDimNum() const { return strides_.GetDimNum(); }
    void SetDimNum(size_t dim_num) { strides_.SetDimNum(dim_num); }
    int64_t GetStride(size_t index) const {
        return strides_.GetDim(index);
    }  // kInvalidStrideValue for index >= kMaxDimNum
    void SetStride(size_t index, int64_t stride) { strides_.SetDim(index, stride); }
    void AppendStride(int64_t stride) { strides_.AppendDim(stride); }
    const int64_t& operator[](size_t index) const { return strides_[index]; }
    int64_t& operator[](size_t index) { return strides_[index]; }
    bool operator==(const Stride& other) const { return strides_ == other.strides_; }
    bool operator!=(const Stride& other) const { return strides_ != other.strides_; }

 private:
    Shape strides_;
};

}  // namespace gert

#endif
