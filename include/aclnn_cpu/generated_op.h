// What an aclnn function generated from an operator's definition calls. The operator's library holds the definition
// (OP_ADD), which says the rest: which arguments may be absent, the allowed types, the defaults.
#ifndef ACLNN_CPU_GENERATED_OP_H
#define ACLNN_CPU_GENERATED_OP_H

#include "aclnn_cpu/abi.h"
#include "aclnn_cpu/export.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_executor.h"

namespace aclnn_cpu::nnopbase {

struct GeneratedCall {
    const char* api;      // of the second phase: "aclnnGeluGrad"
    const char* op_type;  // "GeluGrad"
    const char*
        input_names;  // of the inputs, then of the attributes, as the caller knows them: "(dy, x, epsilon)"
    const char* output_names;  // "(out)"
};

// First phase: one launch of the operator. One argument per input (a tensor, a list of tensors, a scalar, a list of
// scalars or an array of values), attribute and output of the definition, in its order; one that is input and output
// comes twice. A null text or list attribute stands for its default.
//
// 161001: a required argument, workspaceSize or executor is null. 161002: an object is not alive, a tensor breaks the
// memory rules, the operator is not written for the chip, no column of its definition has the types and formats of the
// tensors that are there, or those of one list differ. 561000: more than PhaseOne::kMaxArguments objects. 561002: the
// tiling function refuses. 561003: no kernel for this call, or the library has no definition.
// When all outputs are empty nothing runs, unless the definition says LaunchWithZeroEleOutputTensors.
ACLNN_CPU_PUBLIC aclnnStatus PlanGenerated(const GeneratedCall& call, const void* library,
                                           const op::OpArgContext& args, uint64_t* workspaceSize,
                                           aclOpExecutor** executor) noexcept;

template <size_t kInputs, size_t kAttrs, size_t kOutputs>
aclnnStatus PlanGenerated(const GeneratedCall& call, const void* library,
                          const op::OpArgGroup<op::OP_INPUT_ARG, kInputs>& inputs,
                          const op::OpArgGroup<op::OP_ATTR_ARG, kAttrs>& attrs,
                          const op::OpArgGroup<op::OP_OUTPUT_ARG, kOutputs>& outputs, uint64_t* workspaceSize,
                          aclOpExecutor** executor) noexcept {
    return PlanGenerated(call, library, op::MakeOpArgContext(inputs, attrs, outputs), workspaceSize,
                         executor);
}

// Second phase, as CommonOpExecutorRun. 161002 when the executor was made by another function.
ACLNN_CPU_PUBLIC aclnnStatus RunGenerated(const char* api, void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream) noexcept;

}  // namespace aclnn_cpu::nnopbase

#endif
