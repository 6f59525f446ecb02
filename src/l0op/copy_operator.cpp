#include "l0op/copy_operator.h"

#include "aclnn_cpu/abi.h"
#include "base/error_log.h"
#include "base/guard.h"
#include "nnopbase/memory_rules.h"
#include "nnopbase/recording.h"
#include "opdev/make_op_executor.h"
#include "register/implementations.h"
#include "simd/strided_copy.h"

namespace aclnn_cpu::l0op {
namespace {

void CopyKernel(const simd::NativeCall& call) {
    simd::CopyConvert(call.output, call.inputs[0], call.rank, call.sizes, call.threads, call.target);
}

}  // namespace

CopyOperator::CopyOperator(const char* type) : op_type(type) {
    registry::OperatorImplementations rows{};
    rows.op_type = type;
    rows.kernel_file = "";
    rows.native_kernel = reinterpret_cast<const void*>(&CopyKernel);
    rows.native_inputs = 1;
    registry::RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, ACLNN_CPU_ABI_TAG, rows);
}

const aclTensor* Record(const CopyOperator& which, const aclTensor* from, const aclTensor* to,
                        aclOpExecutor* executor) {
    const int32_t code = base::Guarded(which.op_type, ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        return executor->recording().AddCopy(which.op_type, ACLNN_CPU_THIS_LIBRARY, from, to);
    });
    return code == 0 ? to : nullptr;
}

bool IsUsable(const CopyOperator& which, const aclTensor* tensor, const aclOpExecutor* executor) {
    if (tensor == nullptr || executor == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s: its %s is null", which.op_type,
                tensor == nullptr ? "tensor" : "executor");
        return false;
    }
    return nnopbase::PhaseMemoryIsSound() &&
           base::Report(nnopbase::CheckView(executor->recording().api(), which.op_type, *tensor)) == 0;
}

}  // namespace aclnn_cpu::l0op
