// Steps that several activations' op_api code shares.
#ifndef ACLNN_CPU_OP_API_LEVEL2_BASE_CACULATION_H
#define ACLNN_CPU_OP_API_LEVEL2_BASE_CACULATION_H

#include <bitset>
#include <vector>

#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/reshape.h"
#include "level0/fill.h"
#include "op_api/level2_base.h"
#include "op_api/op_api_def_nn.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"

namespace op {

// Sizes of a tensor's view as an array of the executor.
inline aclIntArray* GetTensorShapeActivation(const aclTensor* x, aclOpExecutor* executor) {
    const ShapeVector sizes = ToShapeVector(x->GetViewShape());
    return executor->AllocIntArray(sizes.data(), sizes.size());
}

inline bool CheckSocVersionIsSupportBf16Activation() {
    const SocVersion chip = GetCurrentPlatformInfo().GetSocVersion();
    return chip >= SocVersion::ASCEND910B && chip <= SocVersion::ASCEND910E;
}

inline bool CheckDtypeValidActivation(const aclTensor* self, const aclTensor* out,
                                      const std::initializer_list<DataType>& supportList) {
    OP_CHECK_DTYPE_NOT_SUPPORT(self, supportList, return false);
    OP_CHECK_DTYPE_NOT_SUPPORT(out, supportList, return false);
    OP_CHECK_DTYPE_NOT_MATCH(out, self->GetDataType(), return false);
    if (self->GetDataType() == DataType::DT_BF16 && !CheckSocVersionIsSupportBf16Activation()) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "self is BFLOAT16, which %s does not support",
                ToString(GetCurrentPlatformInfo().GetSocVersion()).GetString());
        return false;
    }
    return true;
}

// `x` in the shape `valuePerm`, unless it has at most 8 dimensions and as many as the caller started with.
inline const aclTensor* ReshapeLongTensorActivation(const aclTensor* x, aclOpExecutor* executor,
                                                    int originalDimSize, aclIntArray* valuePerm = nullptr) {
    const auto rank = static_cast<int64_t>(x->GetViewShape().GetDimNum());
    const bool as_it_was = rank == originalDimSize && rank <= static_cast<int64_t>(MAX_SUPPORT_DIMS_NUMS);
    return as_it_was ? x : l0op::Reshape(x, valuePerm, executor);
}

// `selfContiguous` as a vector when `self` has more than 8 dimensions.
inline const aclTensor* ReshapeSelfValueGetActivation(const aclTensor* self, size_t dimSize,
                                                      const aclTensor* selfContiguous,
                                                      UniqueExecutor& uniqueExecutor) {
    if (dimSize <= static_cast<size_t>(MAX_SUPPORT_DIMS_NUMS)) {
        return selfContiguous;
    }
    const int64_t elements = self->GetViewShape().GetShapeSize();
    return l0op::Reshape(selfContiguous, uniqueExecutor->AllocIntArray(&elements, 1), uniqueExecutor.get());
}

// The sizes of `out`; a tensor without dimensions has one of 1.
inline FVector<int64_t> FillTensorGetTmpDim(const aclTensor* out) {
    FVector<int64_t> sizes;
    for (size_t i = 0; i < out->GetViewShape().GetDimNum(); ++i) {
        sizes.push_back(out->GetViewShape().GetDim(i));
    }
    if (sizes.empty()) {
        sizes.push_back(1);
    }
    return sizes;
}

inline FVector<int64_t> FillScalarGetShapeValue(const aclTensor* out) {
    FVector<int64_t> sizes;
    for (size_t i = 0; i < out->GetViewShape().GetDimNum(); ++i) {
        sizes.push_back(out->GetViewShape().GetDim(i));
    }
    return sizes;
}

// Fills `out` with a value.
inline aclnnStatus CheckFillScalarShapeStdAndVar(aclTensor* out, float val, aclOpExecutor* executor) {
    const FVector<int64_t> sizes = FillScalarGetShapeValue(out);
    const aclTensor* dims = executor->ConvertToTensor(sizes.data(), sizes.size(), DataType::DT_INT64);
    const aclTensor* value = executor->ConvertToTensor(&val, 1, out->GetDataType());
    const aclIntArray* shape = executor->AllocIntArray(sizes.data(), sizes.size());
    CHECK_RET(dims != nullptr && value != nullptr && shape != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* filled = l0op::Fill(dims, value, shape, executor);
    CHECK_RET(filled != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(filled, out, executor) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return ACLNN_SUCCESS;
}

}  // namespace op

#endif
