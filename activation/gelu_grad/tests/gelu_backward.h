// One call of aclnnGeluBackward, as the operator's tests make it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "aclnnop/aclnn_gelu_backward.h"
#include "tests/support/settings.h"
#include "tests/support/tensors.h"

namespace aclnn_cpu::test {

struct Phase1 {
    aclnnStatus status = -1;
    uint64_t workspace_size = kUntouchedSize;
    aclOpExecutor* executor = nullptr;
    std::string message;  // of aclGetRecentErrMsg, "" when there is none

    static constexpr uint64_t kUntouchedSize = 0x5A5A5A5A5A5A5A5A;
};

Phase1 PlanGeluBackward(const aclTensor* grad_output, const aclTensor* self, const aclTensor* grad_input);

// Phase 1, workspace, phase 2 and synchronise; the first code that is not 0.
aclnnStatus RunGeluBackward(const aclTensor* grad_output, const aclTensor* self, const aclTensor* grad_input);

// Phase 2 and synchronise for a plan; frees the workspace.
aclnnStatus Finish(const Phase1& plan);

// The derivative in long double: enough for comparisons within a float ulp or two (numerics_test uses MPFR).
double GeluDerivative(double x);

}  // namespace aclnn_cpu::test
