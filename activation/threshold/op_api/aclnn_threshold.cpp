#include "aclnnop/aclnn_threshold.h"

#include "../../common/op_api/elementwise_call.h"
#include "../../common/op_api/integer_threshold.h"
#include "level0/threshold.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "threshold.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

namespace {

// Integers are compared and kept as they are.
const aclTensor* OfIntegers(const aclTensor* self, const aclScalar* threshold, const aclScalar* value,
                            aclOpExecutor* plan) {
    const activation::IntegerThreshold above =
        activation::ThresholdOfIntegers(threshold, self->GetDataType());
    return above.all_above ? self : l0op::Threshold(self, plan->AllocScalar(above.limit), value, plan);
}

}  // namespace

aclnnStatus aclnnThresholdGetWorkspaceSize(const aclTensor* self, const aclScalar* threshold,
                                           const aclScalar* value, aclTensor* out, uint64_t* workspaceSize,
                                           aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnThreshold, DFX_IN(self, threshold, value), DFX_OUT(out));
    float thresholdValue = 0;
    float valueValue = 0;
    ElementwiseCall call(
        Types::kCastOutput, Shapes::kEqual,
        {DataType::DT_INT8, DataType::DT_UINT8, DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64});
    call.KeepIntegers()
        .Input("self", self)
        .Number("threshold", threshold, &thresholdValue)
        .Number("value", value, &valueValue)
        .Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return activation::IsFloat(call.compute())
                   ? l0op::Threshold(in[0], thresholdValue, valueValue, z, plan)
                   : OfIntegers(in[0], threshold, value, plan);
    });
}
OP_CATCH_ALL(aclnnThreshold)

aclnnStatus aclnnThreshold(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                           aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnThreshold);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnThreshold)

aclnnStatus aclnnInplaceThresholdGetWorkspaceSize(aclTensor* selfRef, const aclScalar* threshold,
                                                  const aclScalar* value, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnInplaceThreshold, DFX_IN(selfRef, threshold, value), DFX_OUT(selfRef));
    float thresholdValue = 0;
    float valueValue = 0;
    ElementwiseCall call(
        Types::kSame, Shapes::kEqual,
        {DataType::DT_INT8, DataType::DT_UINT8, DataType::DT_INT16, DataType::DT_INT32, DataType::DT_INT64});
    call.KeepIntegers()
        .Input("selfRef", selfRef)
        .Output("selfRef", selfRef)
        .Number("threshold", threshold, &thresholdValue)
        .Number("value", value, &valueValue);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return activation::IsFloat(call.compute())
                   ? l0op::Threshold(in[0], thresholdValue, valueValue, z, plan)
                   : OfIntegers(in[0], threshold, value, plan);
    });
}
OP_CATCH_ALL(aclnnInplaceThreshold)

aclnnStatus aclnnInplaceThreshold(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnInplaceThreshold);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnInplaceThreshold)
