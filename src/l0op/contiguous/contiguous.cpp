#include "aclnn_kernels/contiguous.h"

#include "l0op/copy_operator.h"
#include "opdev/tensor_view_utils.h"

namespace l0op {
namespace {

const aclnn_cpu::l0op::CopyOperator kContiguous("Contiguous");

}  // namespace

const aclTensor* Contiguous(const aclTensor* x, aclOpExecutor* executor) {
    if (!IsUsable(kContiguous, x, executor)) {
        return nullptr;
    }
    const op::Shape& shape = x->GetViewShape();
    if (!op::IsContiguous(x)) {
        aclTensor* copy = executor->AllocTensor(shape, x->GetDataType(), x->GetViewFormat());
        return copy == nullptr ? nullptr : Record(kContiguous, x, copy, executor);
    }
    const bool plain =
        x->GetViewOffset() == 0 && x->GetStorageShape() == shape && x->GetOriginalShape() == shape;
    if (plain) {
        return x;
    }
    aclTensor* view = executor->CreateView(x, shape, x->GetViewOffset());
    if (view != nullptr) {
        view->SetStorageShape(shape);
        view->SetOriginalShape(shape);
    }
    return view;
}

}  // namespace l0op
