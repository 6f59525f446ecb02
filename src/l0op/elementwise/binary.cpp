#include "l0op/elementwise/binary.h"

#include "aclnn_kernels/cast.h"
#include "l0op/copy_operator.h"

namespace aclnn_cpu::l0op {
namespace {

bool IsNarrowFloat(op::DataType type) {
    return type == op::DataType::DT_FLOAT16 || type == op::DataType::DT_BF16;
}

// Makes both tensors of one type; false with a message when the operator does not mix theirs.
bool AgreeOnType(const BinaryOperator& which, const aclTensor** self, const aclTensor** other,
                 aclOpExecutor* executor) {
    const op::DataType a = (*self)->GetDataType();
    const op::DataType b = (*other)->GetDataType();
    constexpr auto kWide = op::DataType::DT_FLOAT;
    if (a == b) {
        return true;
    }
    if ((a == kWide && IsNarrowFloat(b)) || (b == kWide && IsNarrowFloat(a))) {
        const aclTensor** narrow = a == kWide ? other : self;
        *narrow = ::l0op::Cast(*narrow, kWide, executor);
        return *narrow != nullptr;
    }
    OP_LOGE(ACLNN_ERR_INNER, "%s of %s and %s, expected equal types, or FLOAT with a 16-bit float",
            which.op_type, op::ToString(a).GetString(), op::ToString(b).GetString());
    return false;
}

}  // namespace

const aclTensor* RecordBinary(const BinaryOperator& which, const aclTensor* self, const aclTensor* other,
                              aclOpExecutor* executor) {
    op::Shape shape;
    if (!IsUsable(which.op_type, self, executor) || !IsUsable(which.op_type, other, executor) ||
        !HasType(which.op_type, "self", self, which.kinds) ||
        !HasType(which.op_type, "other", other, which.kinds) ||
        !AgreeOnType(which, &self, &other, executor) ||
        !BroadcastShapes(which.op_type, std::array{self, other}, &shape)) {
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(
        shape, which.answers ? op::DataType::DT_BOOL : self->GetDataType(), self->GetViewFormat());
    return RecordHost(which.op_type, which.kernel, {self, other}, result, executor);
}

}  // namespace aclnn_cpu::l0op
