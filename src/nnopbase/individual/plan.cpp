// The two phases of aclnn functions that are generated from definitions.
#include "aclnn_cpu/generated_op.h"
#include "base/guard.h"
#include "nnopbase/individual/arguments.h"
#include "nnopbase/individual/refusals.h"
#include "nnopbase/memory_rules.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/phase.h"
#include "nnopbase/recording.h"
#include "opdev/make_op_executor.h"
#include "platform/soc.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;

// One argument of the launch.
op::OpArg ArgumentOf(const EnteredParam& param, Recording& recording) {
    op::OpArg arg{};
    arg.type = op::OpArgType::OPARG_ACLTENSOR;
    if (param.is_list && !param.taken.empty()) {
        auto* list = recording.NewObject<aclTensorList>();
        for (const aclTensor* tensor : param.taken) {
            ObjectAccess::Elements(list).push_back(const_cast<aclTensor*>(tensor));
        }
        arg.type = op::OpArgType::OPARG_ACLTENSOR_LIST;
        arg.pointer = list;
    } else {
        arg.pointer = param.taken.empty() ? nullptr : param.taken.front();
    }
    return arg;
}

Status Launch(const GeneratedCall& call, const void* library, EnteredCall& entered, Recording& recording) {
    ACLNN_CPU_RETURN_IF_ERROR(MakeContiguous(&entered, recording));
    std::vector<op::OpArg> inputs;
    for (const EnteredParam& input : entered.inputs) {
        inputs.push_back(ArgumentOf(input, recording));
    }
    std::vector<op::OpArg> outputs;
    for (const EnteredParam& output : entered.outputs) {
        outputs.push_back(ArgumentOf(output, recording));
    }
    op::OpArgContext args;
    args.lists[op::OP_INPUT_ARG] = {inputs.data(), inputs.size()};
    args.lists[op::OP_OUTPUT_ARG] = {outputs.data(), outputs.size()};
    args.lists[op::OP_ATTR_ARG] = {entered.attrs.data(), entered.attrs.size()};
    ACLNN_CPU_RETURN_IF_ERROR(recording.AddKernel(
        call.op_type, library, args, [&entered, &recording](const PreparedKernel& kernel) {
            const bool clears = kernel.aicore != nullptr && kernel.aicore->clears_outputs;
            return clears ? Initialize(entered, recording) : Status::Ok();
        }));
    return CopyBack(entered, recording);
}

Status PlanLaunch(const GeneratedCall& call, const void* library, const op::OpArgContext& args,
                  Recording& recording) {
    const auto definition = registry::FindDefinition(library, call.op_type);
    if (definition == nullptr) {
        return NoDefinition(call.api, call.op_type);
    }
    const platform::Soc* soc = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(platform::CurrentSoc(&soc));
    const registry::AICoreConfigDefinition* config = definition->FindConfig(soc->compute_unit);
    // Which parameters there are is the same on every chip; without one, arguments are still checked.
    const registry::ChipParams params =
        registry::ParamsOn(*definition, config != nullptr ? *config : registry::AICoreConfigDefinition());
    EnteredCall entered;
    ACLNN_CPU_RETURN_IF_ERROR(Enter(call, *definition, params, args, recording, &entered));
    if (config == nullptr) {
        return ChipNotDefined(call.api, call.op_type, soc->name, definition->ComputeUnits());
    }
    for (const EnteredParam& output : entered.outputs) {
        if (output.definition->shape_depends_on_compute) {
            return ShapeDependsOnCompute(call.api, call.op_type, output.name);
        }
    }
    ACLNN_CPU_RETURN_IF_ERROR(
        CheckColumns(call, soc->name, entered, registry::Columns(*definition, soc->compute_unit)));
    if (!PhaseMemoryIsSound()) {
        return Status::Ok();  // said already; the phase has the code
    }
    if (AllOutputsEmpty(entered) && !definition->launch_with_empty_outputs) {
        return Status::Ok();
    }
    return Launch(call, library, entered, recording);
}

}  // namespace

aclnnStatus PlanGenerated(const GeneratedCall& call, const void* library, const op::OpArgContext& args,
                          uint64_t* workspaceSize, aclOpExecutor** executor) noexcept {
    op::internal::PhaseOne phase(call.api, call.input_names, call.output_names);
    if (const int32_t code = phase.Begin(workspaceSize, executor, args); code != 0) {
        return code;
    }
    UniqueExecutor plan(call.api);
    if (plan.get() == nullptr) {
        return ACLNN_ERR_INNER_CREATE_EXECUTOR;
    }
    const int32_t code = base::Guarded(call.api, ACLNN_ERR_INNER, ACLNN_ERR_INNER,
                                       [&] { return PlanLaunch(call, library, args, plan->recording()); });
    if (code != 0 || phase.fault != 0) {
        return code != 0 ? code : phase.fault;
    }
    const uint64_t bytes = plan->GetWorkspaceSize();
    if (phase.fault != 0) {
        return phase.fault;
    }
    *workspaceSize = bytes;
    plan.ReleaseTo(executor);
    return phase.fault;
}

aclnnStatus RunGenerated(const char* api, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                         aclrtStream stream) noexcept {
    const op::internal::PhaseTwo phase(api);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

}  // namespace aclnn_cpu::nnopbase
