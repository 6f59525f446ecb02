// The aicore engine: tiling now, the compiled Ascend C kernel on the emulated chip later.
#include <cstring>

#include <fmt/format.h>

#include "aicore/launch.h"
#include "nnopbase/engines/engine.h"
#include "nnopbase/host_request.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "register/host_functions.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;

bool Has(const registry::OperatorImplementations& rows) { return !rows.kernels.empty(); }

// Inputs, then outputs; an absent one has no type, a list that of its tensors. 561003 when these differ.
Status FindDtypes(const LaunchRequest& request, std::span<const std::string> names,
                  std::vector<base::DType>* dtypes) {
    for (const op::OpArgList* side : {&request.args->inputs(), &request.args->outputs()}) {
        for (const op::OpArg& arg : *side) {
            const bool is_list = arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST && arg.pointer != nullptr;
            const auto* list = is_list ? static_cast<const aclTensorList*>(arg.pointer) : nullptr;
            base::DType first = base::DType::kUndefined;
            for (uint64_t i = 0; is_list && i < list->Size(); ++i) {
                const base::DType dtype = ToDType((*list)[i]->GetDataType());
                first = i == 0 ? dtype : first;
                if (dtype != first) {
                    return MixedList(request.api, request.op_type, names[dtypes->size()], i, dtype, first);
                }
            }
            if (!is_list && arg.pointer != nullptr) {
                first = ToDType(static_cast<const aclTensor*>(arg.pointer)->GetDataType());
            }
            dtypes->push_back(first);
        }
    }
    return Status::Ok();
}

// By the definition; "input 0" and the like where it says nothing.
std::vector<std::string> TensorNames(const registry::OpDefinition* definition, const op::OpArgContext& args) {
    std::vector<std::string> names;
    const auto add = [&names](const op::OpArgList& list,
                              const std::vector<registry::ParamDefinition>* defined, const char* kind) {
        for (size_t i = 0; i < list.count; ++i) {
            names.push_back(defined != nullptr && i < defined->size() ? (*defined)[i].name
                                                                      : fmt::format("{} {}", kind, i));
        }
    };
    add(args.inputs(), definition != nullptr ? &definition->inputs : nullptr, "input");
    add(args.outputs(), definition != nullptr ? &definition->outputs : nullptr, "output");
    return names;
}

bool Matches(const registry::KernelVariant& variant, std::string_view compute_unit,
             std::span<const base::DType> dtypes, uint64_t tiling_key) {
    if (variant.compute_unit != compute_unit || variant.tiling_key != tiling_key ||
        variant.dtypes.size() != dtypes.size()) {
        return false;
    }
    for (size_t i = 0; i < dtypes.size(); ++i) {
        if (dtypes[i] != base::DType::kUndefined && dtypes[i] != variant.dtypes[i]) {
            return false;
        }
    }
    return true;
}

// "ascend910b key 0 (FLOAT, FLOAT), ..."
std::string Available(const registry::OperatorImplementations& rows) {
    std::string text;
    for (const registry::KernelVariant& variant : rows.kernels) {
        std::string types;
        for (const base::DType dtype : variant.dtypes) {
            types += (types.empty() ? "" : ", ") + std::string(base::DTypeName(dtype));
        }
        text += fmt::format("{}{} key {} ({})", text.empty() ? "" : "; ", variant.compute_unit,
                            variant.tiling_key, types);
    }
    return text;
}

Status Prepare(const LaunchRequest& request, PreparedKernel* kernel) {
    const platform::Soc* soc = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(platform::CurrentSoc(&soc));
    const auto definition = registry::FindDefinition(request.library, request.op_type);
    if (definition != nullptr && definition->FindConfig(soc->compute_unit) == nullptr) {
        return ChipNotConfigured(request.api, request.op_type, soc->name, definition->ComputeUnits());
    }
    std::vector<std::string> names = TensorNames(definition.get(), *request.args);
    std::vector<base::DType> dtypes;
    ACLNN_CPU_RETURN_IF_ERROR(FindDtypes(request, names, &dtypes));
    const HostRequest host(request.op_type, request.library, *request.args);
    registry::TilingResult tiling;
    if (const Status status = registry::RunTiling({.op = host.Get(), .soc = soc}, &tiling); !status.ok()) {
        return Status(status.code(), fmt::format("{}: {}", request.api, status.message()));
    }
    if (tiling.block_dim > aicore::kMaxBlocks) {
        return TooManyBlocks(request.api, request.op_type, tiling.block_dim, aicore::kMaxBlocks);
    }
    const registry::KernelVariant* found = nullptr;
    for (const registry::KernelVariant& variant : request.implementations->kernels) {
        found = Matches(variant, soc->compute_unit, dtypes, tiling.tiling_key) ? &variant : found;
    }
    if (found == nullptr) {
        return KernelNotFound(request.api, request.op_type, soc->name, dtypes, tiling.tiling_key,
                              Available(*request.implementations));
    }
    if (found->tiling_struct_bytes != 0 && found->tiling_struct_bytes != tiling.tiling_data.size()) {
        return TilingStructMismatch(request.api, request.op_type, tiling.tiling_data.size(),
                                    found->tiling_struct_bytes);
    }
    auto launch = std::make_shared<AicoreLaunch>();
    launch->entry = found->entry;
    launch->soc = soc;
    launch->kernel_type = found->kernel_type;
    launch->tiling_key = tiling.tiling_key;
    launch->block_count = tiling.block_dim;
    launch->workspace_bytes.assign(tiling.workspaces.begin(), tiling.workspaces.end());
    launch->tiling_bytes = tiling.tiling_data.size();
    launch->clears_outputs = tiling.need_atomic;
    launch->tiling.resize((tiling.tiling_data.size() + 7) / 8 +
                          1);  // never empty, so that the kernel gets an address
    if (!tiling.tiling_data.empty()) {
        std::memcpy(launch->tiling.data(), tiling.tiling_data.data(), tiling.tiling_data.size());
    }
    launch->tensor_names = std::move(names);
    kernel->aicore = std::move(launch);
    return Status::Ok();
}

}  // namespace

const Engine kAicoreEngine{"aicore", base::EngineChoice::kAicore, "Ascend C kernels", Has, Prepare};

}  // namespace aclnn_cpu::nnopbase
