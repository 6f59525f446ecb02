#include "level0/broadcast_to.h"

#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

const aclnn_cpu::l0op::CopyOperator kBroadcastTo("BroadcastTo");

bool FitsInto(const aclTensor* x, const op::Shape& shape) {
    op::Shape both;
    if (op::BroadcastInferShape(x->GetViewShape(), shape, both) && both == shape) {
        return true;
    }
    OP_LOGE(ACLNN_ERR_INNER, "BroadcastTo of shape %s to %s, expected sizes that are equal or 1 in the first",
            op::ToString(x->GetViewShape()).GetString(), op::ToString(shape).GetString());
    return false;
}

}  // namespace

const aclTensor* BroadcastTo(const aclTensor* x, const aclIntArray* shape, aclOpExecutor* executor) {
    op::Shape wanted;
    if (!IsUsable(kBroadcastTo, x, executor) ||
        !aclnn_cpu::l0op::ShapeOf("BroadcastTo", "shape", shape, &wanted) || !FitsInto(x, wanted)) {
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(wanted, x->GetDataType(), x->GetViewFormat());
    return result == nullptr ? nullptr : Record(kBroadcastTo, x, result, executor);
}

const aclTensor* BroadcastTo(const aclTensor* x, const aclTensor* y, const aclTensor*,
                             aclOpExecutor* executor) {
    const bool usable = IsUsable(kBroadcastTo, x, executor) && IsUsable(kBroadcastTo, y, executor);
    return usable && FitsInto(x, y->GetViewShape()) ? Record(kBroadcastTo, x, y, executor) : nullptr;
}

}  // namespace l0op
