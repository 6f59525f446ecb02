// The aicore engine: tiling now, the compiled Ascend C kernel on the emulated chip later.
#include <cstring>

#include <fmt/format.h>

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

const aclTensorList* ListOf(const op::OpArg& arg) {
    return arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST ? static_cast<const aclTensorList*>(arg.pointer)
                                                           : nullptr;
}

// The tensor of an argument, or the one of that number of a list; null when there is none.
const aclTensor* TensorOf(const op::OpArg& arg, size_t number) {
    if (const aclTensorList* list = ListOf(arg)) {
        return number < list->Size() ? (*list)[number] : nullptr;
    }
    return static_cast<const aclTensor*>(arg.pointer);
}

// Inputs, then outputs; an absent one has no type, a list that of its first tensor.
std::vector<base::DType> DtypesOf(const op::OpArgContext& args) {
    std::vector<base::DType> dtypes;
    for (const op::OpArgList* list : {&args.inputs(), &args.outputs()}) {
        for (const op::OpArg& arg : *list) {
            const aclTensor* tensor = TensorOf(arg, 0);
            dtypes.push_back(tensor == nullptr ? base::DType::kUndefined : ToDType(tensor->GetDataType()));
        }
    }
    return dtypes;
}

// By the definition; "input 0" and the like where it says nothing.
std::vector<std::string> TensorNames(const registry::OpDefinition* definition, const op::OpArgContext& args) {
    std::vector<std::string> names;
    const auto add = [&names](const op::OpArgList& list,
                              const std::vector<registry::ParamDefinition>* defined, const char* kind) {
        for (size_t i = 0; i < list.count; ++i) {
            const std::string name = defined != nullptr && i < defined->size()
                                         ? (*defined)[i].name
                                         : fmt::format("{} {}", kind, i);
            const aclTensorList* tensors = ListOf(list[i]);
            for (size_t number = 0; tensors != nullptr && number < tensors->Size(); ++number) {
                names.push_back(fmt::format("{}[{}]", name, number));
            }
            if (tensors == nullptr) {
                names.push_back(name);
            }
        }
    };
    add(args.inputs(), definition != nullptr ? &definition->inputs : nullptr, "input");
    add(args.outputs(), definition != nullptr ? &definition->outputs : nullptr, "output");
    return names;
}

std::vector<TensorListArgument> TensorLists(const op::OpArgContext& args) {
    std::vector<TensorListArgument> lists;
    uint32_t first = 0;
    for (const op::OpArgList* list : {&args.inputs(), &args.outputs()}) {
        for (const op::OpArg& arg : *list) {
            const aclTensorList* tensors = ListOf(arg);
            if (tensors == nullptr) {
                ++first;
                continue;
            }
            TensorListArgument& added = lists.emplace_back();
            added.first = first;
            added.count = static_cast<uint32_t>(tensors->Size());
            for (uint64_t i = 0; i < tensors->Size(); ++i) {
                const op::Shape& shape = (*tensors)[i]->GetViewShape();
                std::vector<int64_t>& sizes = added.shapes.emplace_back();
                for (size_t d = 0; d < shape.GetDimNum(); ++d) {
                    sizes.push_back(shape[d]);
                }
            }
            first += added.count;
        }
    }
    return lists;
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
    const HostRequest host(request.op_type, request.library, *request.args);
    registry::TilingResult tiling;
    if (const Status status = registry::RunTiling({.op = host.Get(), .soc = soc}, &tiling); !status.ok()) {
        return Status(status.code(), fmt::format("{}: {}", request.api, status.message()));
    }
    const std::vector<base::DType> dtypes = DtypesOf(*request.args);
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
    launch->tensor_names = TensorNames(definition.get(), *request.args);
    launch->lists = TensorLists(*request.args);
    kernel->aicore = std::move(launch);
    return Status::Ok();
}

}  // namespace

const Engine kAicoreEngine{"aicore", base::EngineChoice::kAicore, "Ascend C kernels", Has, Prepare};

}  // namespace aclnn_cpu::nnopbase
