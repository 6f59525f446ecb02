#include "aclnn_kernels/cast.h"

#include "base/dtype.h"
#include "l0op/copy_operator.h"
#include "opdev/data_type_utils.h"

namespace l0op {
namespace {

const aclnn_cpu::l0op::CopyOperator kCast("Cast");

bool IsReal(op::DataType type) {
    const auto* info =
        aclnn_cpu::base::FindDType(static_cast<aclnn_cpu::base::DType>(static_cast<int32_t>(type)));
    return info != nullptr && info->real;
}

}  // namespace

const aclTensor* Cast(const aclTensor* self, op::DataType dstDtype, aclOpExecutor* executor) {
    if (!IsUsable(kCast, self, executor)) {
        return nullptr;
    }
    if (self->GetDataType() == dstDtype) {
        return self;
    }
    if (!IsReal(self->GetDataType()) || !IsReal(dstDtype)) {
        OP_LOGE(ACLNN_ERR_INNER, "Cast from %s to %s, expected real types",
                op::ToString(self->GetDataType()).GetString(), op::ToString(dstDtype).GetString());
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(self->GetViewShape(), dstDtype, self->GetStorageFormat());
    return result == nullptr ? nullptr : Record(kCast, self, result, executor);
}

}  // namespace l0op
