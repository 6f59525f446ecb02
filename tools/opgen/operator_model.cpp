#include "operator_model.h"

#include <filesystem>

#include <fmt/format.h>

#include "names.h"

namespace aclnn_cpu::opgen {
namespace {

using base::Status;

constexpr int32_t kBadDefinition = 561000;

// Chips with the register interface have kernel files of their own, marked so.
bool HasOwnKernelFiles(const std::string& unit) { return unit == "ascend950" || unit == "ascend350"; }

// The file that the configuration names; else that of the folder's name.
std::string KernelFile(const registry::AICoreConfigDefinition& config, const ModelOptions& options) {
    const auto named = config.extended.find("opFile.value");
    if (named != config.extended.end() && !named->second.empty()) {
        return named->second;
    }
    const std::string apt = options.kernel_stem + "_apt";
    const bool has_apt =
        HasOwnKernelFiles(config.compute_unit) && !options.kernel_folder.empty() &&
        std::filesystem::exists(std::filesystem::path(options.kernel_folder) / (apt + ".cpp"));
    return has_apt ? apt : options.kernel_stem;
}

Status CheckElementTypes(const registry::OpDefinition& definition, const UnitModel& unit) {
    for (const registry::Column& column : unit.columns) {
        for (size_t i = 0; i < column.dtypes.size(); ++i) {
            if (ElementType(column.dtypes[i]).empty()) {
                const size_t inputs = definition.inputs.size();
                const std::string& name =
                    i < inputs ? definition.inputs[i].name : definition.outputs[i - inputs].name;
                return Status(
                    kBadDefinition,
                    fmt::format("{}: on {}, '{}' has element type {}, which no kernel can have",
                                definition.op_type, unit.compute_unit, name, DtypeName(column.dtypes[i])));
            }
        }
    }
    return Status::Ok();
}

}  // namespace

Status MakeModel(std::shared_ptr<const registry::OpDefinition> definition,
                 const AscendC::TilingKeyTable* keys, const ModelOptions& options, OperatorModel* model) {
    const registry::OpDefinition& op = *definition;
    model->definition = definition;
    model->name = SnakeCase(op.op_type);
    for (const registry::AICoreConfigDefinition& config : op.ai_core) {
        UnitModel& unit = model->units.emplace_back();
        unit.compute_unit = config.compute_unit;
        unit.kernel_file = KernelFile(config, options);
        std::string problem;
        unit.columns = registry::Columns(op, config.compute_unit, &problem);
        if (unit.columns.empty()) {
            return Status(kBadDefinition,
                          fmt::format("{}: on {}, {}", op.op_type, config.compute_unit, problem));
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckElementTypes(op, unit));
        if (keys == nullptr) {
            continue;
        }
        for (const registry::Column& column : unit.columns) {
            const Status status =
                ExpandTemplates(*keys, op.inputs.size(), column, &unit.templates.emplace_back());
            if (!status.ok()) {
                return Status(status.code(), fmt::format("{}: on {}, {}", op.op_type, config.compute_unit,
                                                         status.message()));
            }
        }
    }
    return options.aclnn_prefix.empty() ? Status::Ok()
                                        : MakePrototype(op, options.aclnn_prefix, &model->functions);
}

}  // namespace aclnn_cpu::opgen
