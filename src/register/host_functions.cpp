#include "register/host_functions.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "register/host_call.h"
#include "register/node_storage.h"
#include "register/platform_infos.h"
#include "register/registry.h"

namespace aclnn_cpu::registry {
namespace {

constexpr size_t kMaxWorkspaces = 64;
// Behind the tiling data, to see functions that copy more than the registered maximum.
constexpr size_t kGuardBytes = 256;
constexpr uint8_t kGuard = 0xA5;

base::Status NoFunction(int32_t code, std::string_view op, std::string_view stage, const OpEntry* entry,
                        std::string_view remedy) {
    return HostCallError(
        code, op, stage,
        entry == nullptr ? std::string("no loaded library registers this operator")
                         : fmt::format("the operator has no such function; register one with {}", remedy));
}

using CompileInfo = std::unique_ptr<void, gert::OpImplRegisterV2::CompileInfoDeleterFunc>;

base::Status ParseTiling(const OpEntry& entry, const NodeStorage& storage, fe::PlatFormInfos* platform,
                         CompileInfo* compile_info) {
    const OpFunctions& functions = entry.functions;
    return CallHostFunction(kTilingError, entry.op_type, "tiling parse", [&] {
        *compile_info = CompileInfo(functions.create_compile_info(), functions.delete_compile_info);
        gert::TilingParseContext context(storage.node(), compile_info->get(), platform);
        return functions.tiling_parse(&context);
    });
}

// What a launch needs that the function may have left out or broken.
base::Status CheckTiling(const OpEntry& entry, const gert::TilingContext::Slots& slots) {
    const auto error = [&](const std::string& reason) {
        return HostCallError(kTilingError, entry.op_type, "tiling", reason);
    };
    if (slots.block_dim == 0) {
        return error("the block dim is 0, expected at least 1 (SetBlockDim)");
    }
    if (slots.tiling_key == UINT64_MAX) {
        return error("the tiling key is invalid: its template arguments are not among those declared");
    }
    if (slots.tiling_data->GetDataSize() > slots.tiling_data->GetCapacity()) {
        return error(
            fmt::format("the tiling data has {} bytes, expected at most {} (second argument of Tiling)",
                        slots.tiling_data->GetDataSize(), slots.tiling_data->GetCapacity()));
    }
    uint64_t total = 0;
    for (size_t i = 0; i < slots.workspaces->GetSize(); ++i) {
        const size_t bytes = slots.workspaces->GetData()[i];
        if (bytes > INT64_MAX || __builtin_add_overflow(total, uint64_t{bytes}, &total) ||
            total > INT64_MAX) {
            return error(fmt::format(
                "workspace {} has {} bytes, expected a total below 2^63 (GetWorkspaceSizes)", i, bytes));
        }
    }
    return base::Status::Ok();
}

TilingResult ResultOf(const gert::TilingContext::Slots& slots) {
    TilingResult result;
    result.block_dim = slots.block_dim;
    result.tiling_key = slots.tiling_key;
    const auto* bytes = static_cast<const uint8_t*>(slots.tiling_data->GetData());
    result.tiling_data.assign(bytes, bytes + slots.tiling_data->GetDataSize());
    result.workspaces.assign(slots.workspaces->GetData(),
                             slots.workspaces->GetData() + slots.workspaces->GetSize());
    result.schedule_mode = slots.schedule_mode;
    result.local_memory_bytes = slots.local_memory_size;
    result.tiling_cond = slots.tiling_cond;
    result.need_atomic = slots.need_atomic;
    return result;
}

}  // namespace

uint32_t CoreNumber(const platform::Soc& soc, CoreType core_type) {
    return core_type == CoreType::kVector ? soc.aiv_cores() : soc.ai_cores;
}

base::Status RunTiling(const TilingRequest& request, TilingResult* result) {
    const OpRequest& op = request.op;
    const std::shared_ptr<const OpEntry> entry = FindOp(op.library, op.op_type);
    if (entry == nullptr || entry->functions.tiling == nullptr) {
        return NoFunction(kTilingError, op.op_type, "tiling", entry.get(), "IMPL_OP_OPTILING");
    }
    ACLNN_CPU_RETURN_IF_ERROR(NodeStorage::Check(op, kTilingError));
    const NodeStorage storage(op, entry->functions);
    fe::PlatFormInfos platform = MakePlatformInfos(*request.soc, CoreNumber(*request.soc, request.core_type));
    CompileInfo compile_info(nullptr, [](void*) {});
    if (entry->functions.tiling_parse != nullptr) {
        ACLNN_CPU_RETURN_IF_ERROR(ParseTiling(*entry, storage, &platform, &compile_info));
    }

    const size_t capacity = entry->functions.max_tiling_data_bytes;
    std::vector<uint64_t> words((capacity + kGuardBytes) / sizeof(uint64_t));
    auto* const bytes = reinterpret_cast<uint8_t*>(words.data());
    std::fill(bytes + capacity, bytes + words.size() * sizeof(uint64_t), kGuard);
    gert::TilingData tiling_data(capacity, bytes);
    const auto workspaces = gert::ContinuousVector::Create<size_t>(kMaxWorkspaces);
    gert::TilingContext::Slots slots;
    slots.inputs = storage.inputs();
    slots.outputs = storage.outputs();
    slots.compile_info = compile_info.get();
    slots.platform = &platform;
    slots.deterministic = request.deterministic ? 1 : 0;
    slots.tiling_data = &tiling_data;
    slots.workspaces = reinterpret_cast<gert::TypedContinuousVector<size_t>*>(workspaces.get());
    ACLNN_CPU_RETURN_IF_ERROR(CallHostFunction(kTilingError, op.op_type, "tiling", [&] {
        gert::TilingContext context(storage.node(), &slots);
        return entry->functions.tiling(&context);
    }));
    if (std::any_of(bytes + capacity, bytes + words.size() * sizeof(uint64_t),
                    [](uint8_t byte) { return byte != kGuard; })) {
        return HostCallError(
            kTilingError, op.op_type, "tiling",
            fmt::format("it wrote past the {} bytes of the tiling data (second argument of Tiling)",
                        capacity));
    }
    ACLNN_CPU_RETURN_IF_ERROR(CheckTiling(*entry, slots));
    *result = ResultOf(slots);
    return base::Status::Ok();
}

base::Status RunInferShape(const OpRequest& request, std::vector<gert::Shape>* shapes) {
    const std::shared_ptr<const OpEntry> entry = FindOp(request.library, request.op_type);
    if (entry == nullptr || entry->functions.infer_shape == nullptr) {
        return NoFunction(kInferShapeError, request.op_type, "infer shape", entry.get(),
                          "IMPL_OP_INFERSHAPE");
    }
    ACLNN_CPU_RETURN_IF_ERROR(NodeStorage::Check(request, kInferShapeError));
    const NodeStorage storage(request, entry->functions);
    std::vector<gert::Shape> inferred(request.outputs.size());
    ACLNN_CPU_RETURN_IF_ERROR(CallHostFunction(kInferShapeError, request.op_type, "infer shape", [&] {
        gert::InferShapeContext context(storage.node(), storage.inputs(), inferred.data());
        return entry->functions.infer_shape(&context);
    }));
    *shapes = std::move(inferred);
    return base::Status::Ok();
}

base::Status RunInferDataType(const OpRequest& request, std::vector<ge::DataType>* dtypes) {
    const std::shared_ptr<const OpEntry> entry = FindOp(request.library, request.op_type);
    const bool as_first_input =
        entry != nullptr && entry->functions.output_types_same_as_first_input && !request.inputs.empty();
    if (entry == nullptr || (entry->functions.infer_data_type == nullptr && !as_first_input)) {
        return NoFunction(kInferShapeError, request.op_type, "infer data type", entry.get(), "InferDataType");
    }
    ACLNN_CPU_RETURN_IF_ERROR(NodeStorage::Check(request, kInferShapeError));
    std::vector<ge::DataType> inferred(request.outputs.size(),
                                       as_first_input ? request.inputs[0].dtype : ge::DT_UNDEFINED);
    if (entry->functions.infer_data_type != nullptr) {
        const NodeStorage storage(request, entry->functions);
        ACLNN_CPU_RETURN_IF_ERROR(CallHostFunction(kInferShapeError, request.op_type, "infer data type", [&] {
            gert::InferDataTypeContext context(storage.node(), inferred.data());
            return entry->functions.infer_data_type(&context);
        }));
    }
    *dtypes = std::move(inferred);
    return base::Status::Ok();
}

}  // namespace aclnn_cpu::registry
