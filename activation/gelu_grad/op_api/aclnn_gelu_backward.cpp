#include "aclnnop/aclnn_gelu_backward.h"

#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "gelu_grad.h"
#include "level0/broadcast_to.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"
#include "opdev/shape_utils.h"

namespace {

using op::DataType;

constexpr size_t kMaxRank = 8;
const std::initializer_list<DataType> kFloats = {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16};

bool CheckNotNull(const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gradInput) {
    OP_CHECK_NULL(gradOutput, return false);
    OP_CHECK_NULL(self, return false);
    OP_CHECK_NULL(gradInput, return false);
    return true;
}

// The aclnn layer of the A2 and A3 families and of Ascend 950 has BFLOAT16; of the older chips it has not.
bool ChipHasBfloat16() {
    const NpuArch arch = op::GetCurrentPlatformInfo().GetCurNpuArch();
    return arch == NpuArch::DAV_2201 || arch == NpuArch::DAV_3510;
}

bool IsFloatOfThisChip(DataType dtype) {
    return op::CheckType(dtype, kFloats) && (dtype != DataType::DT_BF16 || ChipHasBfloat16());
}

// Says of `what` why its dtype is refused.
void RefuseType(const std::string& what, DataType dtype) {
    if (dtype == DataType::DT_BF16) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID,
                "%s is BFLOAT16, which %s does not support; expected FLOAT or FLOAT16.", what.c_str(),
                op::GetCurrentPlatformInfo().GetSocLongVersion().c_str());
    } else {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s is %s, expected FLOAT, FLOAT16 or BFLOAT16.", what.c_str(),
                op::ToString(dtype).GetString());
    }
}

// What Cast converts from: beside a float, PromoteType also takes types of 8 and fewer bits that nothing here converts.
bool IsCastable(const char* name, DataType dtype) {
    const bool castable =
        op::CheckType(dtype, {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16,
                              DataType::DT_DOUBLE, DataType::DT_BOOL, DataType::DT_INT8, DataType::DT_INT16,
                              DataType::DT_INT32, DataType::DT_INT64, DataType::DT_UINT8, DataType::DT_UINT16,
                              DataType::DT_UINT32, DataType::DT_UINT64});
    if (!castable) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s dtype is %s, expected FLOAT, FLOAT16 or BFLOAT16.", name,
                op::ToString(dtype).GetString());
    }
    return castable;
}

bool CheckDataTypes(const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gradInput) {
    if (!IsCastable("gradOutput", gradOutput->GetDataType()) || !IsCastable("self", self->GetDataType())) {
        return false;
    }
    const DataType promoted = op::PromoteType(gradOutput->GetDataType(), self->GetDataType());
    if (promoted == DataType::DT_UNDEFINED) {
        OP_LOGE(
            ACLNN_ERR_PARAM_INVALID,
            "gradOutput dtype %s and self dtype %s have no common type; expected FLOAT, FLOAT16 or BFLOAT16.",
            op::ToString(gradOutput->GetDataType()).GetString(),
            op::ToString(self->GetDataType()).GetString());
        return false;
    }
    if (!IsFloatOfThisChip(promoted)) {
        RefuseType(std::string("the promoted dtype of gradOutput (") +
                       op::ToString(gradOutput->GetDataType()).GetString() + ") and self (" +
                       op::ToString(self->GetDataType()).GetString() + ")",
                   promoted);
        return false;
    }
    if (!IsFloatOfThisChip(gradInput->GetDataType())) {
        RefuseType("gradInput dtype", gradInput->GetDataType());
        return false;
    }
    return true;
}

bool CheckShapes(const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gradInput) {
    OP_CHECK_MAX_DIM(gradOutput, kMaxRank, return false);
    OP_CHECK_MAX_DIM(self, kMaxRank, return false);
    OP_CHECK_MAX_DIM(gradInput, kMaxRank, return false);
    op::Shape broadcastShape;
    OP_CHECK_BROADCAST_AND_INFER_SHAPE(gradOutput, self, broadcastShape, return false);
    OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(gradInput, broadcastShape, return false);
    return true;
}

aclnnStatus CheckParams(const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gradInput) {
    CHECK_RET(CheckNotNull(gradOutput, self, gradInput), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_RET(CheckDataTypes(gradOutput, self, gradInput), ACLNN_ERR_PARAM_INVALID);
    CHECK_RET(CheckShapes(gradOutput, self, gradInput), ACLNN_ERR_PARAM_INVALID);
    return ACLNN_SUCCESS;
}

// An input as the operator takes it: contiguous, of the output's shape and of the promoted dtype.
const aclTensor* Prepare(const aclTensor* tensor, const op::Shape& shape, DataType dtype,
                         aclOpExecutor* executor) {
    const aclTensor* prepared = l0op::Contiguous(tensor, executor);
    if (prepared != nullptr && prepared->GetViewShape() != shape) {
        const op::ShapeVector sizes = op::ToShapeVector(shape);
        prepared = l0op::BroadcastTo(prepared, executor->AllocIntArray(sizes.data(), sizes.size()), executor);
    }
    return prepared != nullptr ? l0op::Cast(prepared, dtype, executor) : nullptr;
}

}  // namespace

aclnnStatus aclnnGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                              const aclTensor* gradInput, uint64_t* workspaceSize,
                                              aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnGeluBackward, DFX_IN(gradOutput, self), DFX_OUT(gradInput));
    auto plan = CREATE_EXECUTOR();
    CHECK_RET(plan.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclnnStatus status = CheckParams(gradOutput, self, gradInput);
    CHECK_RET(status == ACLNN_SUCCESS, status);

    if (!gradInput->IsEmpty()) {
        const DataType promoted = op::PromoteType(gradOutput->GetDataType(), self->GetDataType());
        const op::Shape shape = gradInput->GetViewShape();
        const aclTensor* dy = Prepare(gradOutput, shape, promoted, plan.get());
        CHECK_RET(dy != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor* x = Prepare(self, shape, promoted, plan.get());
        CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor* z = plan->AllocTensor(shape, promoted);
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        z = l0op::GeluGrad(dy, x, dy, z, plan.get());  // the third input of the prototype is not read
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        z = l0op::Cast(z, gradInput->GetDataType(), plan.get());
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(z, gradInput, plan.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }

    *workspaceSize = plan->GetWorkspaceSize();
    plan.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}
OP_CATCH_ALL(aclnnGeluBackward)

aclnnStatus aclnnGeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnGeluBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnGeluBackward)
