#include "aclnn_kernels/transpose.h"

#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

constexpr CopyOperator kTranspose("Transpose");

// The view of x whose dimension i is dimension perm[i] of x; null with a message when perm is no permutation.
const aclTensor* Permuted(const aclTensor* x, const int64_t* perm, size_t count, aclOpExecutor* executor) {
    const op::Shape& shape = x->GetViewShape();
    const auto rank = static_cast<int64_t>(shape.GetDimNum());
    uint32_t taken = 0;  // one bit per dimension
    op::Shape permuted;
    op::Strides strides;
    for (size_t i = 0; i < count; ++i) {
        const int64_t from = perm[i] < 0 ? perm[i] + rank : perm[i];
        if (from < 0 || from >= rank || (taken >> from & 1) != 0) {
            break;
        }
        taken |= uint32_t{1} << from;
        permuted.AppendDim(shape[static_cast<size_t>(from)]);
        strides.push_back(x->GetViewStrides()[static_cast<size_t>(from)]);
    }
    if (count != shape.GetDimNum() || strides.size() != count) {
        OP_LOGE(ACLNN_ERR_INNER, "Transpose of shape %s: perm names not each of its dimensions once",
                op::ToString(shape).GetString());
        return nullptr;
    }
    return executor->CreateView(x, permuted, x->GetStorageShape(), strides, x->GetViewOffset());
}

}  // namespace

const aclTensor* Transpose(const aclTensor* x, const aclIntArray* perm, aclOpExecutor* executor) {
    if (!IsUsable(kTranspose, x, executor) || !HasArray("Transpose", "perm", perm)) {
        return nullptr;
    }
    const aclTensor* permuted = Permuted(x, perm->GetData(), perm->Size(), executor);
    if (permuted == nullptr) {
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(permuted->GetViewShape(), x->GetDataType(), x->GetViewFormat());
    return result == nullptr ? nullptr : Record(kTranspose, permuted, result, executor);
}

const aclTensor* Transpose(const aclTensor* x, const aclTensor* y, const aclTensor* perm,
                           aclOpExecutor* executor) {
    op::FVector<int64_t> order;
    if (!IsUsable(kTranspose, x, executor) || !IsUsable(kTranspose, y, executor) ||
        !HostIntegers("Transpose", "perm", perm, &order)) {
        return nullptr;
    }
    const aclTensor* permuted = Permuted(x, order.data(), order.size(), executor);
    return permuted == nullptr ? nullptr : Record(kTranspose, permuted, y, executor);
}

}  // namespace l0op
