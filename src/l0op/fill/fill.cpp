// Fill, OnesLike, ZerosLike: one value broadcast.
#include "level0/fill.h"
#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "level0/ones_like.h"
#include "level0/zero_op.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

constexpr CopyOperator kFill("Fill");
constexpr CopyOperator kOnesLike("OnesLike");
constexpr CopyOperator kZerosLike("ZerosLike");

const aclTensor* Like(const CopyOperator& which, const aclTensor* self, bool value, aclOpExecutor* executor) {
    if (!IsUsable(which, self, executor) || !HasType(which.op_type, "self", self, kNumbers | kBool)) {
        return nullptr;
    }
    const aclTensor* number = executor->ConvertToTensor(&value, 1, self->GetDataType());
    aclTensor* result =
        executor->AllocTensor(self->GetViewShape(), self->GetDataType(), self->GetViewFormat());
    return number == nullptr || result == nullptr ? nullptr : Record(which, number, result, executor);
}

}  // namespace

const aclTensor* Fill(const aclTensor*, const aclTensor* value, const aclIntArray* outShape,
                      aclOpExecutor* executor) {
    op::Shape shape;
    if (!IsUsable(kFill, value, executor) || !ShapeOf("Fill", "outShape", outShape, &shape)) {
        return nullptr;
    }
    if (value->Numel() != 1) {
        OP_LOGE(ACLNN_ERR_INNER, "Fill with a value of shape %s, expected one element",
                op::ToString(value->GetViewShape()).GetString());
        return nullptr;
    }
    const aclTensor* one = executor->CreateView(value, op::Shape(), value->GetViewOffset());
    aclTensor* result = executor->AllocTensor(shape, value->GetDataType());
    return one == nullptr || result == nullptr ? nullptr : Record(kFill, one, result, executor);
}

const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor) {
    return Like(kOnesLike, self, true, executor);
}

const aclTensor* ZerosLike(const aclTensor* self, aclOpExecutor* executor) {
    return Like(kZerosLike, self, false, executor);
}

}  // namespace l0op
