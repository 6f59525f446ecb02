// TensorMove, and the copies between host and device that op_api code asks for by name.
#include "level0/tensor_move.h"

#include "l0op/copy_operator.h"
#include "opdev/framework_op.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

constexpr CopyOperator kTensorMove("TensorMove");
constexpr CopyOperator kCopyToNpu("CopyToNpu");

}  // namespace

const aclTensor* TensorMove(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    if (!IsUsable(kTensorMove, x, executor)) {
        return nullptr;
    }
    if (y == nullptr) {
        y = executor->AllocTensor(x->GetViewShape(), x->GetDataType(), x->GetViewFormat());
    }
    if (!IsUsable(kTensorMove, y, executor)) {
        return nullptr;
    }
    if (!(x->GetViewShape() == y->GetViewShape()) || x->GetDataType() != y->GetDataType()) {
        OP_LOGE(ACLNN_ERR_INNER, "TensorMove of %s into %s, expected equal shapes and types",
                x->ToString().GetString(), y->ToString().GetString());
        return nullptr;
    }
    return Record(kTensorMove, x, y, executor);
}

const aclTensor* TensorMoveAiCore(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    return TensorMove(x, y, executor);
}

}  // namespace l0op

namespace op {

const aclTensor* CopyToNpu(const aclTensor* src, aclOpExecutor* executor) {
    using namespace aclnn_cpu::l0op;
    if (!IsUsable(l0op::kCopyToNpu, src, executor)) {
        return nullptr;
    }
    aclTensor* copy = executor->AllocTensor(src->GetViewShape(), src->GetDataType(), src->GetViewFormat());
    return copy == nullptr ? nullptr : Record(l0op::kCopyToNpu, src, copy, executor);
}

const aclTensor* CopyToNpuSync(const aclTensor* src, aclOpExecutor* executor) {
    return CopyToNpu(src, executor);
}

aclnnStatus CopyNpuToNpu(const aclTensor* src, const aclTensor* dst, aclOpExecutor* executor) {
    return dst != nullptr && l0op::TensorMove(src, dst, executor) != nullptr ? ACLNN_SUCCESS
                                                                             : ACLNN_ERR_INNER;
}

}  // namespace op
