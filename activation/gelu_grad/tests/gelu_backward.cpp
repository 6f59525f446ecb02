#include "activation/gelu_grad/tests/gelu_backward.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aclnn_cpu::test {

Phase1 PlanGeluBackward(const aclTensor* grad_output, const aclTensor* self, const aclTensor* grad_input) {
    Device::Stream();
    TakeMessage();
    Phase1 plan;
    plan.status = aclnnGeluBackwardGetWorkspaceSize(grad_output, self, grad_input, &plan.workspace_size,
                                                    &plan.executor);
    plan.message = TakeMessage();
    return plan;
}

aclnnStatus Finish(const Phase1& plan) {
    void* workspace = nullptr;
    if (plan.workspace_size > 0) {
        EXPECT_EQ(aclrtMalloc(&workspace, plan.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    aclnnStatus status = aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, Device::Stream());
    if (status == 0) {
        status = aclrtSynchronizeStream(Device::Stream());
    }
    if (workspace != nullptr) {
        EXPECT_EQ(aclrtFree(workspace), 0);
    }
    return status;
}

aclnnStatus RunGeluBackward(const aclTensor* grad_output, const aclTensor* self,
                            const aclTensor* grad_input) {
    const Phase1 plan = PlanGeluBackward(grad_output, self, grad_input);
    EXPECT_EQ(plan.status, 0) << plan.message;
    return plan.status == 0 ? Finish(plan) : plan.status;
}

double GeluDerivative(double value) {
    const long double x = value;
    if (std::isinf(value)) {
        return value > 0 ? 1 : 0;
    }
    const long double k1 = 2 * std::sqrt(2 / 3.14159265358979323846264338327950288L);
    const long double k3 = k1 * 0.044715L;
    const long double s = 1 / (1 + std::exp(-(k1 * x + k3 * x * x * x)));
    const long double c = 1 / (1 + std::exp(k1 * x + k3 * x * x * x));
    if (s == 0 || c == 0) {
        return s == 0 ? 0 : 1;
    }
    return static_cast<double>(s + x * (k1 + 3 * k3 * x * x) * s * c);
}

}  // namespace aclnn_cpu::test
