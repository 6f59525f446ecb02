// ConcatD, SplitV: tensors as parts of one along a dimension.
#include "level0/concat.h"

#include "aclnn_kernels/cast.h"
#include "l0op/copy_operator.h"
#include "l0op/host_operator.h"
#include "l0op/slice/part.h"
#include "level0/split_v.h"
#include "opdev/shape_utils.h"

namespace l0op {
namespace {

using namespace aclnn_cpu::l0op;

constexpr CopyOperator kConcat("ConcatD");
constexpr CopyOperator kSplit("SplitV");

// The shape of the tensors one after another; false with a message when they do not fit together.
bool Joined(const aclTensorList* inputs, size_t dim, op::Shape* shape) {
    *shape = (*inputs)[0]->GetViewShape();
    for (uint64_t i = 1; i < inputs->Size(); ++i) {
        const op::Shape& next = (*inputs)[i]->GetViewShape();
        op::Shape expected = *shape;
        if (next.GetDimNum() == shape->GetDimNum()) {
            expected[dim] = next[dim];
        }
        if (!(next == expected)) {
            OP_LOGE(ACLNN_ERR_INNER,
                    "ConcatD of shapes %s and %s along dimension %zu, expected equal other sizes",
                    op::ToString(*shape).GetString(), op::ToString(next).GetString(), dim);
            return false;
        }
        if (__builtin_add_overflow((*shape)[dim], next[dim], &(*shape)[dim])) {
            OP_LOGE(ACLNN_ERR_INNER, "ConcatD: the sizes of dimension %zu add up to 2^63 or more", dim);
            return false;
        }
    }
    return true;
}

bool AreUsable(const aclTensorList* inputs, aclOpExecutor* executor) {
    if (!HasArray("ConcatD", "list", inputs)) {
        return false;
    }
    for (uint64_t i = 0; i < inputs->Size(); ++i) {
        if (!IsUsable(kConcat, (*inputs)[i], executor)) {
            return false;
        }
    }
    if (inputs->Size() == 0 || (*inputs)[0]->GetViewShape().GetDimNum() == 0) {
        OP_LOGE(ACLNN_ERR_INNER, "ConcatD of %lu tensors, expected at least one, with dimensions",
                inputs->Size());
        return false;
    }
    return true;
}

}  // namespace

aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, op::DataType outDtype, aclOpExecutor* executor) {
    if (!AreUsable(inputs, executor)) {
        return nullptr;
    }
    const int64_t along = DimensionOf("ConcatD", (*inputs)[0], dim);
    op::Shape shape;
    if (along < 0 || !Joined(inputs, static_cast<size_t>(along), &shape)) {
        return nullptr;
    }
    aclTensor* result = executor->AllocTensor(shape, outDtype, (*inputs)[0]->GetViewFormat());
    int64_t begin = 0;
    for (uint64_t i = 0; result != nullptr && i < inputs->Size(); ++i) {
        const aclTensor* from = Cast((*inputs)[i], outDtype, executor);
        const int64_t size = (*inputs)[i]->GetViewShape()[static_cast<size_t>(along)];
        const aclTensor* to = from == nullptr ? nullptr : PartAlong(result, along, begin, size, executor);
        if (to == nullptr || Record(kConcat, from, to, executor) == nullptr) {
            return nullptr;
        }
        begin += size;
    }
    return result;
}

aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, aclOpExecutor* executor) {
    if (!AreUsable(inputs, executor)) {
        return nullptr;
    }
    const op::DataType type = (*inputs)[0]->GetDataType();
    for (uint64_t i = 1; i < inputs->Size(); ++i) {
        if ((*inputs)[i]->GetDataType() != type) {
            OP_LOGE(ACLNN_ERR_INNER, "ConcatD of %s and %s, expected equal types or the type of the result",
                    op::ToString(type).GetString(), op::ToString((*inputs)[i]->GetDataType()).GetString());
            return nullptr;
        }
    }
    return ConcatD(inputs, dim, type, executor);
}

const aclTensorList* SplitV(const aclTensor* self, const aclIntArray* splitSize, int64_t dim,
                            aclOpExecutor* executor) {
    if (!IsUsable(kSplit, self, executor) || !HasArray("SplitV", "splitSize", splitSize)) {
        return nullptr;
    }
    const int64_t along = DimensionOf("SplitV", self, dim);
    if (along < 0) {
        return nullptr;
    }
    const op::Shape& shape = self->GetViewShape();
    int64_t total = 0;
    bool sound = shape.GetDimNum() > 0;
    for (uint64_t i = 0; i < splitSize->Size(); ++i) {
        sound = sound && (*splitSize)[i] >= 0 && !__builtin_add_overflow(total, (*splitSize)[i], &total);
    }
    if (!sound || total != shape[static_cast<size_t>(along)]) {
        OP_LOGE(ACLNN_ERR_INNER,
                "SplitV of shape %s along dimension %ld: the lengths do not add up to its size",
                op::ToString(shape).GetString(), along);
        return nullptr;
    }
    op::FVector<const aclTensor*> pieces;
    int64_t begin = 0;
    for (uint64_t i = 0; i < splitSize->Size(); ++i) {
        const aclTensor* part = PartAlong(self, along, begin, (*splitSize)[i], executor);
        aclTensor* piece = part == nullptr ? nullptr
                                           : executor->AllocTensor(part->GetViewShape(), self->GetDataType(),
                                                                   self->GetViewFormat());
        if (piece == nullptr || Record(kSplit, part, piece, executor) == nullptr) {
            return nullptr;
        }
        pieces.push_back(piece);
        begin += (*splitSize)[i];
    }
    return executor->AllocTensorList(pieces.data(), pieces.size());
}

bool SplitVAiCoreSupport(const aclTensor* self) {
    return self != nullptr && aclnn_cpu::base::FindDType(static_cast<aclnn_cpu::base::DType>(
                                  static_cast<int32_t>(self->GetDataType()))) != nullptr;
}

}  // namespace l0op
