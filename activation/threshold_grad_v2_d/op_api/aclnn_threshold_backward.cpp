#include "aclnnop/aclnn_threshold_backward.h"

#include "../../common/op_api/elementwise_call.h"
#include "../../common/op_api/integer_threshold.h"
#include "level0/greater.h"
#include "level0/select.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "threshold_grad_v2_d.h"

using activation::ElementwiseCall;
using activation::Shapes;
using activation::Types;

using op::DataType;

namespace {

// Integers are selected, not multiplied: they stay what they are.
const aclTensor* OfIntegers(const aclTensor* grad_output, const aclTensor* self, const aclScalar* threshold,
                            aclOpExecutor* plan) {
    const DataType dtype = self->GetDataType();
    const activation::IntegerThreshold above = activation::ThresholdOfIntegers(threshold, dtype);
    if (above.all_above) {
        return grad_output;
    }
    const aclTensor* limit = plan->ConvertToTensor(plan->AllocScalar(above.limit), dtype);
    const aclTensor* zero = plan->ConvertToTensor(plan->AllocScalar(int64_t{0}), dtype);
    const aclTensor* is_above = limit != nullptr ? l0op::Greater(self, limit, plan) : nullptr;
    return is_above != nullptr && zero != nullptr ? l0op::SelectV2(is_above, grad_output, zero, plan)
                                                  : nullptr;
}

}  // namespace

aclnnStatus aclnnThresholdBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                   const aclScalar* threshold, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnThresholdBackward, DFX_IN(gradOutput, self, threshold), DFX_OUT(out));
    float thresholdValue = 0;
    ElementwiseCall call(Types::kSame, Shapes::kBroadcast,
                         {DataType::DT_INT8, DataType::DT_UINT8, DataType::DT_INT32});
    call.KeepIntegers()
        .Input("gradOutput", gradOutput)
        .Input("self", self)
        .Number("threshold", threshold, &thresholdValue)
        .Output("out", out);
    return call.Plan(workspaceSize, executor, [&](const auto& in, const aclTensor* z, aclOpExecutor* plan) {
        return activation::IsFloat(call.compute())
                   ? l0op::ThresholdGradV2D(in[0], in[1], thresholdValue, z, plan)
                   : OfIntegers(in[0], in[1], threshold, plan);
    });
}
OP_CATCH_ALL(aclnnThresholdBackward)

aclnnStatus aclnnThresholdBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnThresholdBackward);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnThresholdBackward)
