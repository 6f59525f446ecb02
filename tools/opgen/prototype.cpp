#include "prototype.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "names.h"

namespace aclnn_cpu::opgen {
namespace {

using base::Status;
using registry::AttrDefinition;
using registry::AttrKind;
using registry::OpDefinition;
using registry::ParamDefinition;

constexpr int32_t kNoPrototype = 561000;

Status Refuse(const OpDefinition& op, const std::string& name, std::string_view why) {
    return Status(kNoPrototype, fmt::format("{}: no C API can be generated: '{}' {}", op.op_type, name, why));
}

bool IsOptional(const ParamDefinition& param) {
    return param.param_type == ops::OPTIONAL || param.param_type == ops::VIRTUAL;
}

const ParamDefinition* Find(const std::vector<ParamDefinition>& params, const std::string& name) {
    const auto found = std::ranges::find(params, name, &ParamDefinition::name);
    return found != params.end() ? &*found : nullptr;
}

// A parameter that is input and output at once. An optional input is not: it and the output are two.
bool IsInPlace(const OpDefinition& op, const std::string& name) {
    const ParamDefinition* input = Find(op.inputs, name);
    return input != nullptr && Find(op.outputs, name) != nullptr && !IsOptional(*input);
}

// Code calls a parameter so; a word of C++ gets an underscore.
std::string ParameterName(const std::string& name, const std::string& suffix = "") {
    const std::string camel = CamelCase(name) + suffix;
    return IsCppKeyword(camel) ? camel + "_" : camel;
}

bool EndsInRef(const std::string& name) { return name.size() > 3 && name.ends_with("Ref"); }

std::string TensorType(const ParamDefinition& param, bool writable) {
    const std::string constness = writable ? "" : "const ";
    return constness + (param.param_type == ops::DYNAMIC ? "aclTensorList*" : "aclTensor*");
}

// The array that holds the values of an input that host functions read.
Status ArrayType(const OpDefinition& op, const ParamDefinition& input, std::string* type) {
    const auto all = [&input](auto&& is) {
        return !input.dtypes.empty() && std::ranges::all_of(input.dtypes, is);
    };
    const auto is_integer = [](ge::DataType dtype) {
        switch (dtype) {
            case ge::DT_INT8:
            case ge::DT_INT16:
            case ge::DT_INT32:
            case ge::DT_INT64:
            case ge::DT_UINT8:
            case ge::DT_UINT16:
            case ge::DT_UINT32:
            case ge::DT_UINT64:
                return true;
            default:
                return false;
        }
    };
    if (all([](ge::DataType dtype) { return dtype == ge::DT_FLOAT; })) {
        *type = "const aclFloatArray*";
    } else if (all([](ge::DataType dtype) { return dtype == ge::DT_BOOL; })) {
        *type = "const aclBoolArray*";
    } else if (all(is_integer)) {
        *type = "const aclIntArray*";
    } else {
        return Refuse(op, input.name,
                      "depends on values, so its types must be all FLOAT, all BOOL or all integers");
    }
    return Status::Ok();
}

Status AttrType(const OpDefinition& op, const AttrDefinition& attr, std::string* type) {
    switch (attr.kind) {
        case AttrKind::kBool:
            *type = "bool";
            return Status::Ok();
        case AttrKind::kFloat:
            *type = "double";
            return Status::Ok();
        case AttrKind::kInt:
            *type = "int64_t";
            return Status::Ok();
        case AttrKind::kString:
            *type = "char*";
            return Status::Ok();
        case AttrKind::kListBool:
            *type = "const aclBoolArray*";
            return Status::Ok();
        case AttrKind::kListFloat:
            *type = "const aclFloatArray*";
            return Status::Ok();
        case AttrKind::kListInt:
            *type = "const aclIntArray*";
            return Status::Ok();
        case AttrKind::kListListInt:
            return Refuse(op, attr.name, "is a list of lists, which no parameter can hold");
        case AttrKind::kUnset:
            break;
    }
    return Refuse(op, attr.name, "has no kind: Bool(), Float(), Int(), String() or a list of them");
}

// Texts and lists may be left out (null); numbers cannot.
bool CanBeNull(AttrKind kind) {
    return kind != AttrKind::kBool && kind != AttrKind::kFloat && kind != AttrKind::kInt;
}

// What stands for an attribute that a version of the function does not have.
std::string DefaultText(const AttrDefinition& attr, const std::string& type) {
    if (CanBeNull(attr.kind)) {
        return fmt::format("static_cast<{}>(nullptr)", type == "char*" ? "const char*" : type);
    }
    if (const auto* value = std::get_if<bool>(&attr.default_value)) {
        return *value ? "true" : "false";
    }
    if (const auto* value = std::get_if<float>(&attr.default_value)) {
        return fmt::format("double{{{}}}", *value);
    }
    if (const auto* value = std::get_if<int64_t>(&attr.default_value)) {
        return fmt::format("int64_t{{{}}}", *value);
    }
    return attr.kind == AttrKind::kBool    ? "false"
           : attr.kind == AttrKind::kFloat ? "double{0}"
                                           : "int64_t{0}";
}

// Builds one function.
class Builder {
 public:
    Builder(const OpDefinition& op, uint32_t version, bool takes_tensors)
        : op_(op), version_(version), takes_tensors_(takes_tensors) {
        shapes_depend_ = std::ranges::any_of(op.outputs, &ParamDefinition::shape_depends_on_compute);
    }

    Status Build(Function* function) {
        for (const ParamDefinition& input : op_.inputs) {
            ACLNN_CPU_RETURN_IF_ERROR(AddInput(input, function));
        }
        for (const AttrDefinition& attr : op_.attrs) {
            ACLNN_CPU_RETURN_IF_ERROR(AddAttr(attr, function));
        }
        for (const ParamDefinition& output : op_.outputs) {
            ACLNN_CPU_RETURN_IF_ERROR(AddOutput(output, function));
        }
        return Status::Ok();
    }

 private:
    Status AddInput(const ParamDefinition& input, Function* function) const {
        if (input.version > version_) {
            function->inputs.emplace_back("nullptr");
            return Status::Ok();
        }
        const std::string name =
            ParameterName(input.name, std::string(Find(op_.outputs, input.name) != nullptr ? "Ref" : "") +
                                          (IsOptional(input) ? "Optional" : ""));
        std::string type = TensorType(input, EndsInRef(name) || shapes_depend_);
        if (input.value_depend != ops::IGNORE && !takes_tensors_) {
            if (input.scalar || input.scalar_list) {
                return Refuse(op_, input.name,
                              "depends on values and is a scalar; it can be only one of them");
            }
            ACLNN_CPU_RETURN_IF_ERROR(ArrayType(op_, input, &type));
        } else if (input.scalar) {
            type = "const aclScalar*";
        } else if (input.scalar_list) {
            type = "const aclScalarList*";
        }
        function->parameters.push_back({type, name});
        function->inputs.push_back(name);
        return Status::Ok();
    }

    Status AddAttr(const AttrDefinition& attr, Function* function) const {
        std::string type;
        ACLNN_CPU_RETURN_IF_ERROR(AttrType(op_, attr, &type));
        if (attr.version > version_) {
            function->attrs.push_back(DefaultText(attr, type));
            return Status::Ok();
        }
        const std::string name =
            ParameterName(attr.name, !attr.required && CanBeNull(attr.kind) ? "Optional" : "");
        function->parameters.push_back({type, name});
        function->attrs.push_back(name);
        return Status::Ok();
    }

    Status AddOutput(const ParamDefinition& output, Function* function) const {
        if (output.value_depend != ops::IGNORE) {
            return Refuse(op_, output.name, "is an output, which cannot depend on values");
        }
        if (IsInPlace(op_, output.name)) {
            function->outputs.push_back(CamelCase(output.name) + "Ref");
            return Status::Ok();
        }
        std::string name = op_.outputs.size() == 1 ? "out" : CamelCase(output.name) + "Out";
        if (IsOptional(output)) {
            name += "Optional";
        }
        function->parameters.push_back({TensorType(output, shapes_depend_), name});
        function->outputs.push_back(name);
        return Status::Ok();
    }

    const OpDefinition& op_;
    uint32_t version_;
    bool takes_tensors_;
    bool shapes_depend_ = false;
};

// The versions that parameters have; 0 always.
Status Versions(const OpDefinition& op, std::set<uint32_t>* versions) {
    versions->insert(0);
    for (const ParamDefinition& input : op.inputs) {
        if (input.version != 0 && input.param_type != ops::OPTIONAL) {
            return Refuse(op, input.name, "has a Version, so it must be OPTIONAL");
        }
        versions->insert(input.version);
    }
    for (const AttrDefinition& attr : op.attrs) {
        if (attr.version != 0 && attr.required) {
            return Refuse(op, attr.name, "has a Version, so it must be OPTIONAL");
        }
        versions->insert(attr.version);
    }
    for (const ParamDefinition& output : op.outputs) {
        if (output.version != 0) {
            return Refuse(op, output.name, "is an output, which cannot have a Version");
        }
    }
    return Status::Ok();
}

// Two parameters of one name would not compile, nor would what is no name.
Status CheckNames(const OpDefinition& op, const Function& function) {
    std::set<std::string> names = {"workspaceSize", "executor"};
    for (const Parameter& parameter : function.parameters) {
        if (!IsCppName(parameter.name)) {
            return Refuse(op, parameter.name, "is no name of a parameter in C");
        }
        if (!names.insert(parameter.name).second) {
            return Refuse(op, parameter.name, "would be the name of two parameters");
        }
    }
    return Status::Ok();
}

}  // namespace

Status MakePrototype(const OpDefinition& definition, const std::string& prefix,
                     std::vector<Function>* functions) {
    OpDefinition op = definition;
    if (!op.ai_core.empty()) {  // types may be given per chip only
        registry::ChipParams params = registry::ParamsOn(op, op.ai_core.front());
        op.inputs = std::move(params.inputs);
        op.outputs = std::move(params.outputs);
    }
    std::set<uint32_t> versions;
    ACLNN_CPU_RETURN_IF_ERROR(Versions(op, &versions));
    const bool depends_on_values = std::ranges::any_of(
        op.inputs, [](const ParamDefinition& input) { return input.value_depend != ops::IGNORE; });
    const std::string file_prefix = prefix + "_";
    for (const uint32_t version : versions) {
        for (const bool takes_tensors : {false, true}) {
            if (takes_tensors && (!depends_on_values || version != *versions.rbegin())) {
                continue;
            }
            Function& function = functions->emplace_back();
            const std::string suffix = version == 0 ? "" : fmt::format("V{}", version);
            function.api = prefix + op.op_type + suffix;
            function.name = function.api + (takes_tensors ? "TensorGetWorkspaceSize" : "GetWorkspaceSize");
            function.has_second_phase = !takes_tensors;
            function.header = file_prefix + SnakeCase(op.op_type) +
                              (version == 0 ? "" : fmt::format("_v{}", version)) + ".h";
            ACLNN_CPU_RETURN_IF_ERROR(Builder(op, version, takes_tensors).Build(&function));
            ACLNN_CPU_RETURN_IF_ERROR(CheckNames(op, function));
        }
    }
    return Status::Ok();
}

}  // namespace aclnn_cpu::opgen
