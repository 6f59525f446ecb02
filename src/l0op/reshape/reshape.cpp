#include "aclnn_kernels/reshape.h"

#include "opdev/tensor_view_utils.h"

namespace l0op {
namespace {

// Replaces the one -1 in `shape`. False when the counts cannot agree.
bool Resolve(int64_t elements, op::Shape* shape) {
    size_t open = shape->GetDimNum();
    int64_t known = 1;
    for (size_t i = 0; i < shape->GetDimNum(); ++i) {
        const int64_t size = (*shape)[i];
        if (size == -1 && open == shape->GetDimNum()) {
            open = i;
        } else if (size < 0 || __builtin_mul_overflow(known, size, &known)) {
            return false;
        }
    }
    if (open == shape->GetDimNum()) {
        return known == elements;
    }
    if (known == 0 || elements % known != 0) {
        return false;
    }
    (*shape)[open] = elements / known;
    return true;
}

}  // namespace

const aclTensor* Reshape(const aclTensor* x, const op::Shape& shape, aclOpExecutor* executor) {
    if (x == nullptr || executor == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "Reshape: its %s is null", x == nullptr ? "tensor" : "executor");
        return nullptr;
    }
    op::Shape wanted = shape;
    if (!op::IsContiguous(x) || !Resolve(x->Numel(), &wanted)) {
        OP_LOGE(ACLNN_ERR_INNER, "Reshape of %s to %s, expected a contiguous tensor and as many elements",
                x->ToString().GetString(), op::ToString(shape).GetString());
        return nullptr;
    }
    if (wanted == x->GetViewShape()) {
        return x;
    }
    aclTensor* view = executor->CreateView(x, wanted, x->GetViewOffset());
    if (view != nullptr) {
        view->SetStorageShape(wanted);
        view->SetOriginalShape(wanted);
        if (wanted.GetDimNum() != x->GetViewShape().GetDimNum()) {
            view->SetViewFormat(op::Format::FORMAT_ND);
            view->SetStorageFormat(op::Format::FORMAT_ND);
            view->SetOriginalFormat(op::Format::FORMAT_ND);
        }
    }
    return view;
}

const aclTensor* Reshape(const aclTensor* x, const aclIntArray* shape, aclOpExecutor* executor) {
    if (shape == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "Reshape: its shape is null");
        return nullptr;
    }
    if (shape->Size() > op::MAX_DIM_NUM) {
        OP_LOGE(ACLNN_ERR_INNER, "Reshape to %lu dimensions, expected at most %lu", shape->Size(),
                static_cast<uint64_t>(op::MAX_DIM_NUM));
        return nullptr;
    }
    op::Shape wanted;
    op::ToShape(shape->GetData(), shape->Size(), wanted);
    return Reshape(x, wanted, executor);
}

}  // namespace l0op
