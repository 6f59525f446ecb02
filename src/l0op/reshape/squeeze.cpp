// UnsqueezeNd, SqueezeNd: sizes of 1 put in or taken out.
#include "level0/squeeze.h"
#include "aclnn_kernels/reshape.h"
#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "level0/unsqueeze.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

// Which of `rank` dimensions the array names, one bit each; false with a message when one does not exist or is named
// twice.
bool Named(const char* op_type, const aclTensor* x, const int64_t* dims, uint64_t count, int64_t rank,
           uint32_t* named) {
    *named = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const int64_t dim = dims[i] < 0 ? dims[i] + rank : dims[i];
        if (rank > static_cast<int64_t>(op::MAX_DIM_NUM) || dim < 0 || dim >= rank ||
            (*named >> dim & 1) != 0) {
            OP_LOGE(ACLNN_ERR_INNER, "%s of shape %s: dimension %ld of %ld does not exist or is named twice",
                    op_type, op::ToString(x->GetViewShape()).GetString(), dims[i], rank);
            return false;
        }
        *named |= uint32_t{1} << dim;
    }
    return true;
}

const aclTensor* Unsqueeze(const aclTensor* x, const int64_t* dims, uint64_t count, aclOpExecutor* executor) {
    const op::Shape& shape = x->GetViewShape();
    const auto rank = static_cast<int64_t>(shape.GetDimNum() + count);
    uint32_t named = 0;
    if (!Named("UnsqueezeNd", x, dims, count, rank, &named)) {
        return nullptr;
    }
    op::Shape wide;
    for (size_t i = 0, next = 0; i < static_cast<size_t>(rank); ++i) {
        wide.AppendDim((named >> i & 1) != 0 ? 1 : shape[next++]);
    }
    return Reshape(x, wide, executor);
}

const aclTensor* Squeeze(const aclTensor* x, const int64_t* dims, uint64_t count, aclOpExecutor* executor) {
    const op::Shape& shape = x->GetViewShape();
    uint32_t named = 0;
    if (!Named("SqueezeNd", x, dims, count, static_cast<int64_t>(shape.GetDimNum()), &named)) {
        return nullptr;
    }
    op::Shape narrow;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        if ((named >> i & 1) == 0) {
            narrow.AppendDim(shape[i]);
        } else if (shape[i] != 1) {
            OP_LOGE(ACLNN_ERR_INNER, "SqueezeNd of shape %s: dimension %zu is not 1",
                    op::ToString(shape).GetString(), i);
            return nullptr;
        }
    }
    return Reshape(x, narrow, executor);
}

}  // namespace

const aclTensor* UnsqueezeNd(const aclTensor* x, const aclIntArray* dim, aclOpExecutor* executor) {
    const bool usable = IsUsable("UnsqueezeNd", x, executor) && HasArray("UnsqueezeNd", "dim", dim);
    return usable ? Unsqueeze(x, dim->GetData(), dim->Size(), executor) : nullptr;
}
const aclTensor* UnsqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor) {
    return IsUsable("UnsqueezeNd", x, executor) ? Unsqueeze(x, &dim, 1, executor) : nullptr;
}
const aclTensor* SqueezeNd(const aclTensor* x, const aclIntArray* dim, aclOpExecutor* executor) {
    const bool usable = IsUsable("SqueezeNd", x, executor) && HasArray("SqueezeNd", "dim", dim);
    return usable ? Squeeze(x, dim->GetData(), dim->Size(), executor) : nullptr;
}
const aclTensor* SqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor) {
    return IsUsable("SqueezeNd", x, executor) ? Squeeze(x, &dim, 1, executor) : nullptr;
}

}  // namespace l0op
