// ReFormat, TransData: formats that label elements, and formats that put them in blocks.
#include "aclnn_kernels/transdata.h"

#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "l0op/transdata/blocked.h"
#include "opdev/format_utils.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

constexpr int64_t kBlockBytes = 32;
constexpr int64_t kSpecialBlock = 16;

void Relabel(aclTensor* tensor, op::Format format) {
    tensor->SetViewFormat(format);
    tensor->SetStorageFormat(format);
    tensor->SetOriginalFormat(format);
}

const aclTensor* Converted(const aclTensor* x, op::Format to, int64_t groups, int64_t block,
                           aclOpExecutor* executor) {
    if (!IsUsable("TransData", x, executor) || !HasType("TransData", "x", x, kNumbers | kBool)) {
        return nullptr;
    }
    const op::Format from = op::GetPrimaryFormat(x->GetStorageFormat());
    to = op::GetPrimaryFormat(to);
    if (from == to) {
        return x;
    }
    if (block == 0) {
        block = kBlockBytes / static_cast<int64_t>(op::TypeSize(x->GetDataType()));
    }
    const aclTensor* result = groups > 1                ? nullptr
                              : op::IsPrivateFormat(to) ? ToBlocks(x, to, block, executor)
                                                        : FromBlocks(x, to, block, executor);
    if (result == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER,
                "TransData of %s in %s to %s with %ld groups, expected NCHW, NHWC, NCDHW, NDHWC or ND on one "
                "side, "
                "NC1HWC0, NDC1HWC0 or FRACTAL_NZ on the other, and one group",
                x->ToString().GetString(), op::ToString(from).GetString(), op::ToString(to).GetString(),
                groups);
    }
    return result;
}

}  // namespace

const aclTensor* ReFormat(const aclTensor* x, const op::Format& format, aclOpExecutor* executor) {
    if (x == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "ReFormat: its tensor is null");
        return nullptr;
    }
    if (x->GetStorageFormat() == format && x->GetViewFormat() == format && x->GetOriginalFormat() == format) {
        return x;
    }
    if (op::IsPrivateFormat(format) &&
        op::GetPrimaryFormat(format) != op::GetPrimaryFormat(x->GetStorageFormat())) {
        OP_LOGE(ACLNN_ERR_INNER, "ReFormat of %s to %s, expected a format that orders elements alike",
                x->ToString().GetString(), op::ToString(format).GetString());
        return nullptr;
    }
    if (executor == nullptr) {
        Relabel(const_cast<aclTensor*>(x), format);
        return x;
    }
    aclTensor* view = executor->CreateView(x, x->GetViewShape(), x->GetStorageShape(), x->GetViewStrides(),
                                           x->GetViewOffset());
    if (view != nullptr) {
        view->SetOriginalShape(x->GetOriginalShape());
        Relabel(view, format);
    }
    return view;
}

const aclTensor* TransData(const aclTensor* x, op::Format dstPrimaryFormat, int64_t groups,
                           aclOpExecutor* executor) {
    return Converted(x, dstPrimaryFormat, groups, 0, executor);
}

const aclTensor* TransDataSpecial(const aclTensor* x, op::Format dstPrimaryFormat, int64_t groups,
                                  aclOpExecutor* executor) {
    return Converted(x, dstPrimaryFormat, groups, kSpecialBlock, executor);
}

}  // namespace l0op
