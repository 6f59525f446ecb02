// The operator that executor_test.cpp drives: z = a + 10 b, written as an operator author would, with every
// view, cast and broadcast round it. Included there only.
#pragma once

#include <vector>

#include "aclnn/aclnn_base.h"
#include "aclnn_cpu/abi.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "level0/broadcast_to.h"
#include "nnopbase/objects.h"
#include "opdev/make_op_executor.h"
#include "register/implementations.h"
#include "simd/native_call.h"

using namespace aclnn_cpu;

namespace {

std::vector<simd::NativeCall> calls_seen;

// Element by element, by the contract of NativeCall.
void WeightedSum(const simd::NativeCall& call) {
    calls_seen.push_back(call);
    int64_t count = 1;
    for (uint32_t d = 0; d < call.rank; ++d) {
        count *= call.sizes[d];
    }
    for (int64_t i = 0; i < count; ++i) {
        float values[2];
        const auto at = [&](const simd::Operand& operand) {
            int64_t rest = i, offset = 0;
            for (uint32_t d = call.rank; d-- > 0;) {
                offset += rest % call.sizes[d] * operand.strides[d];
                rest /= call.sizes[d];
            }
            return static_cast<char*>(operand.data) +
                   offset * static_cast<int64_t>(base::ElementBytes(operand.dtype));
        };
        for (uint32_t k = 0; k < 2; ++k) {
            double rounded = 0;
            nnopbase::ConvertValue(at(call.inputs[k]), call.inputs[k].dtype, &rounded, call.compute);
            nnopbase::ConvertValue(&rounded, call.compute, &values[k], base::DType::kFloat);
        }
        const float sum = values[0] + 10 * values[1];
        double rounded = 0;
        nnopbase::ConvertValue(&sum, base::DType::kFloat, &rounded, call.compute);
        nnopbase::ConvertValue(&rounded, call.compute, at(call.output), call.output.dtype);
    }
}

const bool kRegistered = [] {
    registry::OperatorImplementations rows{};
    rows.op_type = "WeightedSum";
    rows.kernel_file = "none";
    rows.native_kernel = reinterpret_cast<const void*>(&WeightedSum);
    rows.native_inputs = 2;
    registry::RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, ACLNN_CPU_ABI_TAG, rows);
    return true;
}();

}  // namespace

namespace l0op {
OP_TYPE_REGISTER(WeightedSum);
OP_TYPE_REGISTER(Nowhere);

const aclTensor* WeightedSum(const aclTensor* a, const aclTensor* b, const aclTensor* z,
                             aclOpExecutor* executor) {
    L0_DFX(WeightedSum, a, b, z);
    const auto status = ADD_TO_LAUNCHER_LIST_AICORE(WeightedSum, OP_INPUT(a, b, nullptr), OP_OUTPUT(z),
                                                    OP_ATTR(1.5f, "text"));
    return status == ACLNN_SUCCESS ? z : nullptr;
}
const aclTensor* Nowhere(const aclTensor* a, const aclTensor* z, aclOpExecutor* executor) {
    L0_DFX(Nowhere, a, z);
    return ADD_TO_LAUNCHER_LIST_AICORE(Nowhere, OP_INPUT(a), OP_OUTPUT(z)) == ACLNN_SUCCESS ? z : nullptr;
}
}  // namespace l0op

namespace {

const aclTensor* Ready(const aclTensor* t, const op::Shape& shape, op::DataType type,
                       aclOpExecutor* executor) {
    const aclTensor* ready = l0op::Contiguous(t, executor);
    if (ready != nullptr && ready->GetViewShape() != shape) {
        const op::ShapeVector sizes = op::ToShapeVector(shape);
        ready = l0op::BroadcastTo(ready, executor->AllocIntArray(sizes.data(), sizes.size()), executor);
    }
    return ready == nullptr ? nullptr : l0op::Cast(ready, type, executor);
}

// `unfold`: one more copy of the result, which no single pass can give.
bool unfold = false;

aclnnStatus aclnnWeightedSumGetWorkspaceSize(const aclTensor* a, const aclTensor* b, const aclTensor* out,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnWeightedSum, DFX_IN(a, b, 1.5), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    OP_CHECK_NULL(a, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(b, return ACLNN_ERR_PARAM_NULLPTR);
    OP_CHECK_NULL(out, return ACLNN_ERR_PARAM_NULLPTR);
    const op::DataType type = op::PromoteType(a->GetDataType(), b->GetDataType());
    op::Shape shape;
    OP_CHECK_BROADCAST_AND_INFER_SHAPE(a, b, shape, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(out, shape, return ACLNN_ERR_PARAM_INVALID);
    if (!out->IsEmpty()) {
        const aclTensor* x = Ready(a, shape, type, unique.get());
        CHECK_RET(x != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor* y = Ready(b, shape, type, unique.get());
        CHECK_RET(y != nullptr, ACLNN_ERR_INNER_NULLPTR);
        const aclTensor* z = l0op::WeightedSum(x, y, unique->AllocTensor(shape, type), unique.get());
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        if (unfold) {
            z = l0op::Cast(l0op::Cast(z, op::DataType::DT_DOUBLE, unique.get()), type, unique.get());
        }
        z = l0op::Cast(z, out->GetDataType(), unique.get());
        CHECK_RET(z != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(z, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnWeightedSum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnWeightedSum);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
aclnnStatus aclnnOther(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnOther);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
aclnnStatus aclnnNowhereGetWorkspaceSize(const aclTensor* a, const aclTensor* out, uint64_t* workspaceSize,
                                         aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnNowhere, DFX_IN(a), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(l0op::Nowhere(a, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

}  // namespace
