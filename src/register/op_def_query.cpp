#include "register/op_def_query.h"

#include <algorithm>
#include <tuple>

#include "register/registry.h"

namespace aclnn_cpu::registry {
namespace {

void Replace(std::vector<ParamDefinition>& params, const std::vector<ParamDefinition>& replaced) {
    for (const ParamDefinition& param : replaced) {
        const auto found = std::ranges::find(params, param.name, &ParamDefinition::name);
        if (found != params.end()) {
            *found = param;
        } else {
            params.push_back(param);
        }
    }
}

bool Follows(const ParamDefinition& param, ops::FollowType what) {
    return !param.follow.empty() && (param.follow_type == ops::FollowType::ALL || param.follow_type == what);
}

// Gives `param` the types and formats of the parameter it follows, which may follow another one.
void TakeFromFollowed(ParamDefinition& param, const ChipParams& all) {
    const ParamDefinition* types = &param;
    const ParamDefinition* formats = &param;
    const auto find = [&all](const std::string& name, const ParamDefinition* otherwise) {
        for (const auto* params : {&all.inputs, &all.outputs}) {
            const auto found = std::ranges::find(*params, name, &ParamDefinition::name);
            if (found != params->end()) {
                return &*found;
            }
        }
        return otherwise;
    };
    const size_t longest = all.inputs.size() + all.outputs.size();  // a chain that bites its tail ends here
    for (size_t i = 0; i < longest && Follows(*types, ops::FollowType::DTYPE); ++i) {
        types = find(types->follow, types);
    }
    for (size_t i = 0; i < longest && Follows(*formats, ops::FollowType::FORMAT); ++i) {
        formats = find(formats->follow, formats);
    }
    if (types != &param) {
        param.dtypes = types->dtypes;
        param.dtypes_are_list = types->dtypes_are_list;
    }
    if (formats != &param) {
        param.formats = formats->formats;
        param.formats_are_list = formats->formats_are_list;
    }
}

// How many dtypes and formats a parameter has to choose from in one column, and where they start.
struct Choice {
    size_t first;
    size_t end;
};

bool HasFixedType(const ParamDefinition& param) {
    return (param.scalar || param.scalar_list) && (param.scalar_dtype || !param.scalar_dtype_of.empty());
}
bool IsAlwaysNd(const ParamDefinition& param) {
    return param.scalar || param.scalar_list || param.value_depend != ops::IGNORE;
}

// The number of columns: that of all parameters whose types or formats are not a list. 0, with the reason,
// when they disagree or a parameter has no types.
size_t ColumnCount(const std::vector<ParamDefinition>& params, std::string* problem) {
    std::string first;  // the list that the others are compared with
    size_t columns = 1;
    for (const ParamDefinition& param : params) {
        if (param.dtypes.empty() && !HasFixedType(param)) {
            *problem = "'" + param.name + "' has no DataType";
            return 0;
        }
        const bool typed = !HasFixedType(param) && !param.dtypes_are_list;
        const bool formatted = !IsAlwaysNd(param) && !param.formats_are_list;
        for (const auto& [counts, count, kind] : {std::tuple(typed, param.dtypes.size(), "DataType"),
                                                  std::tuple(formatted, param.formats.size(), "Format")}) {
            if (!counts) {
                continue;
            }
            const std::string list = std::string(kind) + " of '" + param.name + "'";
            if (!first.empty() && count != columns) {
                *problem = list + " has " + std::to_string(count) + " entries, expected " +
                           std::to_string(columns) + ", one for each of " + first;
                return 0;
            }
            first = first.empty() ? list : first;
            columns = count;
        }
    }
    return columns;
}

// Appends every way to continue `row`, which covers the parameters before `index`.
void Extend(const std::vector<ParamDefinition>& params, size_t column, const Column& row,
            std::vector<Column>* columns) {
    const size_t index = row.dtypes.size();
    if (index == params.size()) {
        columns->push_back(row);
        return;
    }
    const ParamDefinition& param = params[index];
    const auto choose = [column](bool fixed, bool is_list, size_t count) {
        return fixed ? Choice{0, 1} : is_list ? Choice{0, count} : Choice{column, column + 1};
    };
    const bool fixed_type = HasFixedType(param);
    const bool nd = IsAlwaysNd(param);
    const Choice types = choose(fixed_type, param.dtypes_are_list, param.dtypes.size());
    const Choice formats = choose(nd, param.formats_are_list, param.formats.size());
    for (size_t i = types.first; i < types.end; ++i) {
        for (size_t j = formats.first; j < formats.end; ++j) {
            Column longer = row;
            longer.dtypes.push_back(fixed_type ? param.scalar_dtype.value_or(ge::DT_UNDEFINED)
                                               : param.dtypes[i]);
            longer.formats.push_back(nd ? ge::FORMAT_ND : param.formats[j]);
            Extend(params, column, longer, columns);
        }
    }
}

// Scalars that take the type of another parameter, once that is known.
void FillScalarTypes(const std::vector<ParamDefinition>& params, Column* column) {
    for (size_t i = 0; i < params.size(); ++i) {
        if (!params[i].scalar_dtype_of.empty()) {
            const auto source = std::ranges::find(params, params[i].scalar_dtype_of, &ParamDefinition::name);
            if (source != params.end()) {
                column->dtypes[i] = column->dtypes[static_cast<size_t>(source - params.begin())];
            }
        }
    }
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

ChipParams ParamsOn(const OpDefinition& definition, const AICoreConfigDefinition& config) {
    ChipParams params{definition.inputs, definition.outputs};
    Replace(params.inputs, config.inputs);
    Replace(params.outputs, config.outputs);
    const ChipParams before = params;
    for (auto* side : {&params.inputs, &params.outputs}) {
        for (ParamDefinition& param : *side) {
            TakeFromFollowed(param, before);
            if (param.formats.empty()) {
                param.formats = {ge::FORMAT_ND};
                param.formats_are_list = true;
            }
        }
    }
    return params;
}

std::vector<Column> Columns(const OpDefinition& definition, std::string_view compute_unit,
                            std::string* problem) {
    std::string unheard;
    problem = problem != nullptr ? problem : &unheard;
    const AICoreConfigDefinition* config = definition.FindConfig(compute_unit);
    if (config == nullptr) {
        *problem = "the operator has no AddConfig for it";
        return {};
    }
    const ChipParams sides = ParamsOn(definition, *config);
    std::vector<ParamDefinition> params = sides.inputs;
    params.insert(params.end(), sides.outputs.begin(), sides.outputs.end());
    std::vector<Column> columns;
    const size_t count = ColumnCount(params, problem);
    for (size_t column = 0; column < count; ++column) {
        Extend(params, column, {}, &columns);
    }
    for (Column& column : columns) {
        FillScalarTypes(params, &column);
    }
    return columns;
}

std::vector<std::vector<ge::DataType>> DtypeColumns(const OpDefinition& definition,
                                                    std::string_view compute_unit) {
    std::vector<std::vector<ge::DataType>> types;
    for (Column& column : Columns(definition, compute_unit)) {
        types.push_back(std::move(column.dtypes));
    }
    return types;
}

std::shared_ptr<const OpDefinition> FindDefinition(LibraryKey library, std::string_view op_type) {
    const std::shared_ptr<const OpEntry> entry = FindOp(library, op_type);
    return entry != nullptr ? entry->definition : nullptr;
}

}  // namespace aclnn_cpu::registry
