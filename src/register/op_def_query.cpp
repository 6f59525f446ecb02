#include "register/op_def_query.h"

#include <algorithm>

#include "register/registry.h"

namespace aclnn_cpu::registry {
namespace {

// The operator's parameters with those that differ on a chip replaced.
std::vector<ParamDefinition> OnChip(std::vector<ParamDefinition> params,
                                    const std::vector<ParamDefinition>& replaced) {
    for (ParamDefinition& param : params) {
        const auto found = std::ranges::find(replaced, param.name, &ParamDefinition::name);
        if (found != replaced.end()) {
            param = *found;
        }
    }
    return params;
}

// The number of columns of the parameters that are not lists: 1 when all are, 0 when they disagree or one has
// no types.
size_t ColumnCount(const std::vector<ParamDefinition>& params) {
    size_t columns = 0;
    for (const ParamDefinition& param : params) {
        if (param.dtypes.empty()) {
            return 0;
        }
        if (param.dtypes_are_list) {
            continue;
        }
        if (columns != 0 && columns != param.dtypes.size()) {
            return 0;
        }
        columns = param.dtypes.size();
    }
    return columns == 0 && !params.empty() ? 1 : columns;
}

}  // namespace

const AICoreConfigDefinition* OpDefinition::FindConfig(std::string_view compute_unit) const {
    const auto found = std::ranges::find(ai_core, compute_unit, &AICoreConfigDefinition::compute_unit);
    return found != ai_core.end() ? &*found : nullptr;
}

std::string OpDefinition::ComputeUnits() const {
    std::string units;
    for (const AICoreConfigDefinition& config : ai_core) {
        units += units.empty() ? "" : ", ";
        units += config.compute_unit;
    }
    return units;
}

std::vector<std::vector<ge::DataType>> DtypeColumns(const OpDefinition& definition,
                                                    std::string_view compute_unit) {
    const AICoreConfigDefinition* config = definition.FindConfig(compute_unit);
    if (config == nullptr) {
        return {};
    }
    std::vector<ParamDefinition> params = OnChip(definition.inputs, config->inputs);
    const std::vector<ParamDefinition> outputs = OnChip(definition.outputs, config->outputs);
    params.insert(params.end(), outputs.begin(), outputs.end());

    std::vector<std::vector<ge::DataType>> columns;
    const size_t count = ColumnCount(params);
    for (size_t column = 0; column < count; ++column) {
        std::vector<std::vector<ge::DataType>> rows(1);
        for (const ParamDefinition& param : params) {
            std::vector<std::vector<ge::DataType>> longer;
            for (const std::vector<ge::DataType>& row : rows) {
                const size_t first = param.dtypes_are_list ? 0 : column;
                const size_t end = param.dtypes_are_list ? param.dtypes.size() : column + 1;
                for (size_t i = first; i < end; ++i) {
                    longer.push_back(row);
                    longer.back().push_back(param.dtypes[i]);
                }
            }
            rows = std::move(longer);
        }
        columns.insert(columns.end(), rows.begin(), rows.end());
    }
    return columns;
}

std::shared_ptr<const OpDefinition> FindDefinition(LibraryKey library, std::string_view op_type) {
    const std::shared_ptr<const OpEntry> entry = FindOp(library, op_type);
    return entry != nullptr ? entry->definition : nullptr;
}

}  // namespace aclnn_cpu::registry
