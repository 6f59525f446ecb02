#include <type_traits>

#include <nlohmann/json.hpp>

#include "names.h"
#include "writers.h"

namespace aclnn_cpu::opgen {
namespace {

using Json = nlohmann::ordered_json;
using registry::AttrDefinition;
using registry::AttrKind;
using registry::ParamDefinition;

const char* Text(ops::Option option) {
    switch (option) {
        case ops::IGNORE:
            return "ignore";
        case ops::OPTIONAL:
            return "optional";
        case ops::REQUIRED:
            return "required";
        case ops::DYNAMIC:
            return "dynamic";
        case ops::VIRTUAL:
            return "virtual";
    }
    return "unknown";
}

const char* Text(AttrKind kind) {
    switch (kind) {
        case AttrKind::kUnset:
            return "unset";
        case AttrKind::kBool:
            return "bool";
        case AttrKind::kFloat:
            return "float";
        case AttrKind::kInt:
            return "int";
        case AttrKind::kString:
            return "string";
        case AttrKind::kListBool:
            return "listBool";
        case AttrKind::kListFloat:
            return "listFloat";
        case AttrKind::kListInt:
            return "listInt";
        case AttrKind::kListListInt:
            return "listListInt";
    }
    return "unknown";
}

Json Value(const registry::AttrValue& value) {
    return std::visit(
        [](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                return Json();
            } else {
                return Json(held);
            }
        },
        value);
}

Json Number(const ops::ScalarVar& value) {
    if (value.scalar_type == ops::ScalarType::FLOAT32 || value.scalar_type == ops::ScalarType::FLOAT16) {
        return value.scalar_num.value_f32;
    }
    return value.scalar_type == ops::ScalarType::UINT64 ? Json(value.scalar_num.value_u64)
                                                        : Json(value.scalar_num.value_i64);
}

Json Param(const ParamDefinition& param) {
    Json json = {{"name", param.name}, {"paramType", Text(param.param_type)}};
    const auto flag = [&json](const char* name, bool value) {
        if (value) {
            json[name] = true;
        }
    };
    if (param.value_depend != ops::IGNORE) {
        json["valueDepend"] = Text(param.value_depend);
    }
    flag("autoContiguous", param.auto_contiguous);
    flag("ignoreContiguous", param.ignore_contiguous);
    flag("scalar", param.scalar);
    flag("scalarList", param.scalar_list);
    flag("outputShapeDependOnCompute", param.shape_depends_on_compute);
    if (param.scalar_dtype) {
        json["to"] = DtypeName(*param.scalar_dtype);
    } else if (!param.scalar_dtype_of.empty()) {
        json["to"] = param.scalar_dtype_of;
    }
    if (param.version != 0) {
        json["version"] = param.version;
    }
    for (const ops::ScalarVar& value : param.init_values) {
        json["initValue"].push_back(Number(value));
    }
    if (!param.comment.empty()) {
        json["comment"] = param.comment;
    }
    return json;
}

Json Attr(const AttrDefinition& attr) {
    Json json = {{"name", attr.name}, {"kind", Text(attr.kind)}, {"required", attr.required}};
    if (!std::holds_alternative<std::monostate>(attr.default_value)) {
        json["default"] = Value(attr.default_value);
    }
    if (attr.version != 0) {
        json["version"] = attr.version;
    }
    if (!attr.comment.empty()) {
        json["comment"] = attr.comment;
    }
    return json;
}

Json Templates(const std::vector<TemplateRow>& rows) {
    Json json = Json::array();
    for (const TemplateRow& row : rows) {
        Json& added = json.emplace_back(Json{{"key", row.key}, {"arguments", row.arguments}});
        if (!row.kernel_type.empty()) {
            added["kernelType"] = row.kernel_type;
        }
        if (!row.tiling_struct.empty()) {
            added["tilingStruct"] = row.tiling_struct;
        }
    }
    return json;
}

Json Unit(const UnitModel& unit) {
    Json json = {{"computeUnit", unit.compute_unit}, {"kernelFile", unit.kernel_file}};
    for (size_t i = 0; i < unit.columns.size(); ++i) {
        Json column;
        for (const ge::DataType dtype : unit.columns[i].dtypes) {
            column["dtypes"].push_back(DtypeName(dtype));
        }
        for (const ge::Format format : unit.columns[i].formats) {
            column["formats"].push_back(FormatName(format));
        }
        if (i < unit.templates.size()) {
            column["templates"] = Templates(unit.templates[i]);
        }
        json["columns"].push_back(std::move(column));
    }
    return json;
}

Json Api(const Function& function) {
    Json json = {{"name", function.name}, {"header", function.header}, {"parameters", Json::array()}};
    for (const Parameter& parameter : function.parameters) {
        json["parameters"].push_back({{"type", parameter.type}, {"name", parameter.name}});
    }
    return json;
}

}  // namespace

OutputFile JsonFile(const OperatorModel& model) {
    const registry::OpDefinition& op = *model.definition;
    Json json = {{"type", op.op_type},
                 {"name", model.name},
                 {"inputs", Json::array()},
                 {"outputs", Json::array()},
                 {"attributes", Json::array()},
                 {"strictFormats", op.strict_formats},
                 {"computeUnits", Json::array()},
                 {"functions", Json::array()}};
    for (const ParamDefinition& input : op.inputs) {
        json["inputs"].push_back(Param(input));
    }
    for (const ParamDefinition& output : op.outputs) {
        json["outputs"].push_back(Param(output));
    }
    for (const AttrDefinition& attr : op.attrs) {
        json["attributes"].push_back(Attr(attr));
    }
    for (const UnitModel& unit : model.units) {
        json["computeUnits"].push_back(Unit(unit));
    }
    for (const Function& function : model.functions) {
        json["functions"].push_back(Api(function));
    }
    return {model.name + ".json", json.dump(2) + "\n"};
}

}  // namespace aclnn_cpu::opgen
