#include "aclnn_kernels/contiguous.h"
#include "base/guard.h"
#include "l0op/copy_operator.h"
#include "nnopbase/recording.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

const aclnn_cpu::l0op::CopyOperator kViewCopy("ViewCopy");

bool SamePlace(const aclTensor* x, const aclTensor* y) {
    const bool same_storage =
        x->GetStorage() == y->GetStorage() || x->GetStorage()->merged_into == y->GetStorage();
    if (!same_storage ||
        x->GetViewOffset() + x->GetStorageOffset() != y->GetViewOffset() + y->GetStorageOffset()) {
        return false;
    }
    for (size_t i = 0; i < x->GetViewShape().GetDimNum(); ++i) {
        if (x->GetViewShape()[i] != 1 && x->GetViewStrides()[i] != y->GetViewStrides()[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace

const aclTensor* ViewCopy(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    if (!IsUsable(kViewCopy, x, executor) || !IsUsable(kViewCopy, y, executor)) {
        return nullptr;
    }
    if (x->GetViewShape() != y->GetViewShape() || x->GetDataType() != y->GetDataType()) {
        OP_LOGE(ACLNN_ERR_INNER, "ViewCopy copies %s %s into %s %s, expected equal shapes and types",
                op::ToString(x->GetDataType()).GetString(), op::ToString(x->GetViewShape()).GetString(),
                op::ToString(y->GetDataType()).GetString(), op::ToString(y->GetViewShape()).GetString());
        return nullptr;
    }
    if (SamePlace(x, y) || executor->recording().Redirect(x, y)) {
        return y;
    }
    return Record(kViewCopy, x, y, executor);
}

}  // namespace l0op
