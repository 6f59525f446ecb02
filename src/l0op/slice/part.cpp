#include "l0op/slice/part.h"

#include "opdev/shape_utils.h"

namespace aclnn_cpu::l0op {

const aclTensor* Part(const aclTensor* tensor, const op::FVector<int64_t>& begin,
                      const op::FVector<int64_t>& sizes, aclOpExecutor* executor) {
    op::Shape shape;
    int64_t offset = tensor->GetViewOffset();
    for (size_t i = 0; i < sizes.size(); ++i) {
        shape.AppendDim(sizes[i]);
        offset += begin[i] * tensor->GetViewStrides()[i];
    }
    return executor->CreateView(tensor, shape, tensor->GetStorageShape(), tensor->GetViewStrides(), offset);
}

const aclTensor* PartAlong(const aclTensor* tensor, int64_t dim, int64_t begin, int64_t size,
                           aclOpExecutor* executor) {
    const op::Shape& shape = tensor->GetViewShape();
    op::FVector<int64_t> first(shape.GetDimNum(), 0);
    op::FVector<int64_t> sizes;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        sizes.push_back(shape[i]);
    }
    first[static_cast<size_t>(dim)] = begin;
    sizes[static_cast<size_t>(dim)] = size;
    return Part(tensor, first, sizes, executor);
}

}  // namespace aclnn_cpu::l0op
