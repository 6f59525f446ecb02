// gert::Shape: up to 25 dimensions by value. Unknown sizes are -1; an unknown rank is the one dimension -2.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_SHAPE_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_SHAPE_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <type_traits>
#include <vector>

namespace gert {

struct Shape {
 public:
    static constexpr size_t kMaxDimNum = 25;
    static constexpr int64_t kInvalidDimValue = std::numeric_limits<int64_t>::min();

    Shape() : dim_num_(0), dims_{} {}
    // More than kMaxDimNum sizes make a scalar.
    Shape(const std::initializer_list<int64_t>& sizes) : Shape() {
        if (sizes.size() <= kMaxDimNum) {
            for (const int64_t size : sizes) {
                dims_[dim_num_++] = size;
            }
        }
    }
    // Copies only the dimensions in use: shapes are copied often and are short.
    Shape(const Shape& other) : dim_num_(other.dim_num_), dims_{} { CopyDims(other); }
    Shape& operator=(const Shape& other) {
        dim_num_ = other.dim_num_;
        CopyDims(other);
        return *this;
    }

    bool operator==(const Shape& other) const {
        if (dim_num_ != other.dim_num_) {
            return false;
        }
        for (size_t i = 0; i < dim_num_; ++i) {
            if (dims_[i] != other.dims_[i]) {
                return false;
            }
        }
        return true;
    }
    bool operator!=(const Shape& other) const { return !(*this == other); }

    // The product of all sizes: 1 for a scalar, kInvalidDimValue when it leaves int64.
    int64_t GetShapeSize() const {
        int64_t size = 1;
        for (size_t i = 0; i < dim_num_; ++i) {
            if (__builtin_mul_overflow(size, dims_[i], &size)) {
                return kInvalidDimValue;
            }
        }
        return size;
    }

    bool IsScalar() const { return dim_num_ == 0; }
    void SetScalar() { dim_num_ = 0; }
    size_t GetDimNum() const { return dim_num_; }
    // `dim_num` must not exceed kMaxDimNum; sizes that come into use keep what was stored there.
    void SetDimNum(size_t dim_num) { dim_num_ = dim_num; }

    // kInvalidDimValue for index >= kMaxDimNum; not checked against GetDimNum().
    int64_t GetDim(size_t index) const { return index < kMaxDimNum ? dims_[index] : kInvalidDimValue; }
    const int64_t& operator[](size_t index) const { return dims_[index]; }
    int64_t& operator[](size_t index) { return dims_[index]; }

    // Beyond the current count this raises the count to `index`, not to index + 1; set the count first with
    // SetDimNum. Ignores index >= kMaxDimNum.
    void SetDim(size_t index, int64_t value) {
        if (index < kMaxDimNum) {
            dims_[index] = value;
            dim_num_ = dim_num_ < index ? index : dim_num_;
        }
    }
    // Does nothing when kMaxDimNum dimensions are in use.
    Shape& AppendDim(int64_t value) {
        if (dim_num_ < kMaxDimNum) {
            dims_[dim_num_++] = value;
        }
        return *this;
    }

 private:
    void CopyDims(const Shape& other) {
        const size_t count = dim_num_ < kMaxDimNum ? dim_num_ : kMaxDimNum;
        for (size_t i = 0; i < count; ++i) {
            dims_[i] = other.dims_[i];
        }
    }

    size_t dim_num_;
    int64_t dims_[kMaxDimNum];
};

static_assert(std::is_standard_layout<Shape>::value, "Shape crosses library borders by layout");

}  // namespace gert

#endif
