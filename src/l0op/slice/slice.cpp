// Slice, Pad: a part of a tensor, or a tensor as a part of a larger one.
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/pad.h"
#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "l0op/slice/part.h"
#include "level0/zero_op.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;
using Numbers = op::FVector<int64_t>;

constexpr CopyOperator kSlice("Slice");
constexpr CopyOperator kPad("Pad");

Numbers NumbersOf(const aclIntArray* array) {
    return Numbers(array->GetData(), array->GetData() + array->Size());
}

// The part that offsets and sizes name; replaces -1 by what is left. Null with a message when it is not inside x.
const aclTensor* Sliced(const aclTensor* x, const Numbers& offsets, Numbers sizes, aclOpExecutor* executor) {
    const op::Shape& shape = x->GetViewShape();
    bool inside = offsets.size() == shape.GetDimNum() && sizes.size() == shape.GetDimNum();
    for (size_t i = 0; inside && i < sizes.size(); ++i) {
        inside = offsets[i] >= 0 && offsets[i] <= shape[i];
        if (inside && sizes[i] == -1) {
            sizes[i] = shape[i] - offsets[i];
        }
        inside = inside && sizes[i] >= 0 && sizes[i] <= shape[i] - offsets[i];
    }
    if (!inside) {
        OP_LOGE(ACLNN_ERR_INNER, "Slice of shape %s: the offsets and sizes name no part of it",
                op::ToString(shape).GetString());
        return nullptr;
    }
    return Part(x, offsets, sizes, executor);
}

}  // namespace

const aclTensor* Slice(const aclTensor* x, const aclIntArray* offsets, const aclIntArray* size,
                       aclOpExecutor* executor) {
    if (!IsUsable(kSlice, x, executor) || !HasArray("Slice", "offsets", offsets) ||
        !HasArray("Slice", "size", size)) {
        return nullptr;
    }
    const aclTensor* part = Sliced(x, NumbersOf(offsets), NumbersOf(size), executor);
    if (part == nullptr) {
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(part->GetViewShape(), x->GetDataType(), x->GetViewFormat());
    return result == nullptr ? nullptr : Record(kSlice, part, result, executor);
}

const aclTensor* Slice(const aclTensor* x, const aclTensor* y, const aclTensor* offset, const aclTensor* size,
                       aclOpExecutor* executor) {
    Numbers offsets, sizes;
    if (!IsUsable(kSlice, x, executor) || !IsUsable(kSlice, y, executor) ||
        !HostIntegers("Slice", "offset", offset, &offsets) || !HostIntegers("Slice", "size", size, &sizes)) {
        return nullptr;
    }
    const aclTensor* part = Sliced(x, offsets, sizes, executor);
    return part == nullptr ? nullptr : Record(kSlice, part, y, executor);
}

const aclTensor* Pad(const aclTensor* self, const aclTensor* paddings, aclOpExecutor* executor) {
    Numbers pairs;
    if (!IsUsable(kPad, self, executor) || !HostIntegers("Pad", "paddings", paddings, &pairs)) {
        return nullptr;
    }
    const op::Shape& shape = self->GetViewShape();
    Numbers begin, sizes;
    op::Shape padded;
    bool sound = pairs.size() == 2 * shape.GetDimNum();
    for (size_t i = 0; sound && i < shape.GetDimNum(); ++i) {
        int64_t size = 0;
        sound = pairs[2 * i] >= 0 && pairs[2 * i + 1] >= 0 &&
                !__builtin_add_overflow(pairs[2 * i], shape[i], &size) &&
                !__builtin_add_overflow(size, pairs[2 * i + 1], &size);
        begin.push_back(pairs[2 * i]);
        sizes.push_back(shape[i]);
        padded.AppendDim(size);
    }
    if (!sound) {
        OP_LOGE(ACLNN_ERR_INNER,
                "Pad of shape %s with %zu paddings, expected two that are not negative per dimension",
                op::ToString(shape).GetString(), pairs.size());
        return nullptr;
    }
    aclTensor* like = executor->AllocTensor(padded, self->GetDataType(), self->GetViewFormat());
    const aclTensor* result = like == nullptr ? nullptr : ZerosLike(like, executor);
    const aclTensor* inside = result == nullptr ? nullptr : Part(result, begin, sizes, executor);
    return inside == nullptr || Record(kPad, self, inside, executor) == nullptr ? nullptr : result;
}

}  // namespace l0op
