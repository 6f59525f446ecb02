#include "l0op/copy_operator.h"

#include "base/error_log.h"
#include "base/guard.h"
#include "nnopbase/memory_rules.h"
#include "nnopbase/recording.h"

namespace aclnn_cpu::l0op {

const aclTensor* Record(const CopyOperator& which, const aclTensor* from, const aclTensor* to,
                        aclOpExecutor* executor) {
    const int32_t code = base::Guarded(which.op_type, ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        return executor->recording().AddCopy(which.op_type, from, to);
    });
    return code == 0 ? to : nullptr;
}

bool IsUsable(const char* op_type, const aclTensor* tensor, const aclOpExecutor* executor) {
    if (tensor == nullptr || executor == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s: its %s is null", op_type,
                tensor == nullptr ? "tensor" : "executor");
        return false;
    }
    return nnopbase::PhaseMemoryIsSound() &&
           base::Report(nnopbase::CheckView(executor->recording().api(), op_type, *tensor)) == 0;
}

}  // namespace aclnn_cpu::l0op
