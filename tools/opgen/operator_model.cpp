#include "operator_model.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "names.h"

namespace aclnn_cpu::opgen {
namespace {

using base::Status;

constexpr int32_t kBadDefinition = 561000;

// Chips with the register interface have kernel files of their own, marked so.
bool HasOwnKernelFiles(const std::string& unit) { return unit == "ascend950" || unit == "ascend350"; }

// The file that the configuration names; else that of the folder's name, or of the operator's if the folder was renamed.
std::string KernelFile(const std::string& op_type, const registry::AICoreConfigDefinition& config,
                       const ModelOptions& options) {
    const auto named = config.extended.find("opFile.value");
    if (named != config.extended.end() && !named->second.empty()) {
        return named->second;
    }
    const auto is_there = [&options](const std::string& stem) {
        return !options.kernel_folder.empty() &&
               std::filesystem::exists(std::filesystem::path(options.kernel_folder) / (stem + ".cpp"));
    };
    for (const std::string& stem : {options.kernel_stem, SnakeCase(op_type)}) {
        if (HasOwnKernelFiles(config.compute_unit) && is_there(stem + "_apt")) {
            return stem + "_apt";
        }
        if (is_there(stem)) {
            return stem;
        }
    }
    return options.kernel_stem;
}

bool KernelsCanHave(const registry::Column& column) {
    return std::ranges::none_of(column.dtypes, [](ge::DataType dtype) { return ElementType(dtype).empty(); });
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
        unit.kernel_file = KernelFile(op.op_type, config, options);
        std::string problem;
        unit.columns = registry::Columns(op, config.compute_unit, &problem);
        if (unit.columns.empty()) {
            return Status(kBadDefinition,
                          fmt::format("{}: on {}, {}", op.op_type, config.compute_unit, problem));
        }
        if (keys == nullptr) {
            continue;
        }
        for (const registry::Column& column : unit.columns) {
            std::vector<TemplateRow>& rows = unit.templates.emplace_back();
            const Status status = KernelsCanHave(column)
                                      ? ExpandTemplates(*keys, op.inputs.size(), column, &rows)
                                      : Status::Ok();
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
