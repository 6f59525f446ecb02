// ge::Shape: dimensions as a value. Of the public header only what tiling functions hand to the tiling
// interface.
#ifndef ACLNN_CPU_GRAPH_TENSOR_H
#define ACLNN_CPU_GRAPH_TENSOR_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "graph/error_codes.h"
#include "graph/types.h"

namespace ge {

class Shape {
 public:
    Shape() = default;
    explicit Shape(std::vector<int64_t> dims) : dims_(std::move(dims)) {}

    // 0 where the rank is not known (a single dimension -2).
    size_t GetDimNum() const { return dims_.size() == 1 && dims_[0] == kUnknownRank ? 0 : dims_.size(); }
    int64_t GetDim(size_t index) const { return index < dims_.size() ? dims_[index] : 0; }
    graphStatus SetDim(size_t index, int64_t value) {
        if (index >= dims_.size()) {
            return GRAPH_FAILED;
        }
        dims_[index] = value;
        return GRAPH_SUCCESS;
    }
    std::vector<int64_t> GetDims() const { return dims_; }
    // The product of the dimensions; -1 when one is not known, 0 for no dimensions or beyond int64_t.
    int64_t GetShapeSize() const {
        int64_t size = dims_.empty() ? 0 : 1;
        for (const int64_t dim : dims_) {
            if (dim < 0) {
                return -1;
            }
        }
        for (const int64_t dim : dims_) {
            if (__builtin_mul_overflow(size, dim, &size)) {
                return 0;
            }
        }
        return size;
    }

 private:
    static constexpr int64_t kUnknownRank = -2;

    std::vector<int64_t> dims_;
};

}  // namespace ge

#endif
