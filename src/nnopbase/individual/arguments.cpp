#include "nnopbase/individual/arguments.h"

#include <algorithm>
#include <array>
#include <deque>

#include <fmt/format.h>

#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/phase.h"
#include "opdev/data_type_utils.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;
using op::OpArgType;
using registry::AttrDefinition;
using registry::AttrKind;
using registry::ParamDefinition;

bool IsOptional(const ParamDefinition& param) {
    return param.param_type == ops::OPTIONAL || param.param_type == ops::VIRTUAL;
}

// Formats that say no more than how the dimensions are called.
ge::Format AsTaken(ge::Format format, bool strict) {
    switch (format) {
        case ge::FORMAT_NCL:
        case ge::FORMAT_NCHW:
        case ge::FORMAT_NHWC:
        case ge::FORMAT_NCDHW:
        case ge::FORMAT_DHWCN:
            return strict ? format : ge::FORMAT_ND;
        default:
            return format;
    }
}

class Entrance {
 public:
    Entrance(const GeneratedCall& call, const registry::OpDefinition& definition, Recording& recording,
             EnteredCall* entered)
        : call_(call), definition_(definition), recording_(recording), entered_(*entered) {}

    Status AddParams(const std::vector<ParamDefinition>& params, const op::OpArgList& args, bool outputs) {
        if (args.count != params.size()) {
            return WrongArgumentCount(call_.api, outputs ? "outputs" : "inputs", args.count, params.size());
        }
        std::vector<EnteredParam>& side = outputs ? entered_.outputs : entered_.inputs;
        for (size_t i = 0; i < params.size(); ++i) {
            EnteredParam& param = side.emplace_back();
            param.definition = &params[i];
            param.name = NthArgument(outputs ? call_.output_names : call_.input_names, i);
            if (args[i].pointer == nullptr && !IsOptional(params[i])) {
                return NullArgument(call_.api, param.name.c_str());
            }
        }
        // Scalars take the type of tensors that may come after them.
        for (const bool scalars : {false, true}) {
            for (size_t i = 0; i < params.size(); ++i) {
                if (args[i].pointer != nullptr && scalars == (params[i].scalar || params[i].scalar_list)) {
                    ACLNN_CPU_RETURN_IF_ERROR(AddParam(side[i], args[i]));
                }
            }
        }
        return Status::Ok();
    }

    Status AddAttrs(const op::OpArgList& args) {
        const std::vector<AttrDefinition>& attrs = definition_.attrs;
        if (args.count != attrs.size()) {
            return WrongArgumentCount(call_.api, "attributes", args.count, attrs.size());
        }
        for (size_t i = 0; i < attrs.size(); ++i) {
            op::OpArg arg = args[i];
            const bool left_out =
                (arg.type == OpArgType::OPARG_STRING || arg.type == OpArgType::OPARG_INT_LIST ||
                 arg.type == OpArgType::OPARG_FLOAT_LIST || arg.type == OpArgType::OPARG_BOOL_LIST) &&
                arg.pointer == nullptr;
            if (left_out && attrs[i].required) {
                const std::string name(NthArgument(call_.input_names, entered_.inputs.size() + i));
                return NullArgument(call_.api, name.c_str());
            }
            if (left_out) {
                arg.pointer = Default(attrs[i]);
            }
            entered_.attrs.push_back(arg);
        }
        return Status::Ok();
    }

    void FindInPlace() {
        for (EnteredParam& output : entered_.outputs) {
            for (size_t i = 0; i < entered_.inputs.size(); ++i) {
                const EnteredParam& input = entered_.inputs[i];
                if (input.definition->name == output.definition->name && !IsOptional(*input.definition)) {
                    output.same_as_input = static_cast<int32_t>(i);
                    output.taken = input.taken;
                }
            }
        }
    }

 private:
    Status AddParam(EnteredParam& param, const op::OpArg& arg) {
        switch (arg.type) {
            case OpArgType::OPARG_ACLTENSOR:
                AddTensor(param, static_cast<const aclTensor*>(arg.pointer));
                return Status::Ok();
            case OpArgType::OPARG_ACLTENSOR_LIST:
                return AddList(param, *static_cast<const aclTensorList*>(arg.pointer));
            case OpArgType::OPARG_ACLSCALAR: {
                const auto* scalar = static_cast<const aclScalar*>(arg.pointer);
                return AddScalars(param, {&scalar, 1}, op::Shape());
            }
            case OpArgType::OPARG_ACLSCALAR_LIST: {
                const auto* list = static_cast<const aclScalarList*>(arg.pointer);
                return list->Size() == 0 ? Status::Ok()
                                         : AddScalars(param, {list->GetData(), list->Size()},
                                                      op::Shape({static_cast<int64_t>(list->Size())}));
            }
            case OpArgType::OPARG_INT_LIST:
                AddArray(param, *static_cast<const aclIntArray*>(arg.pointer));
                return Status::Ok();
            case OpArgType::OPARG_FLOAT_LIST:
                AddArray(param, *static_cast<const aclFloatArray*>(arg.pointer));
                return Status::Ok();
            case OpArgType::OPARG_BOOL_LIST:
                AddArray(param, *static_cast<const aclBoolArray*>(arg.pointer));
                return Status::Ok();
            default:
                return WrongArgumentKind(call_.api, param.name, "tensor, list, scalar or array");
        }
    }

    void AddTensor(EnteredParam& param, const aclTensor* tensor) {
        aclTensor* view = recording_.NewTensor();
        const op::Shape& shape = tensor->GetViewShape();
        ObjectAccess::SetView(view, *tensor, shape, tensor->GetViewStrides(), tensor->GetViewOffset());
        view->SetStorageShape(shape);
        view->SetOriginalShape(shape);
        const ge::Format format = AsTaken(tensor->GetStorageFormat(), definition_.strict_formats);
        ObjectAccess::SetFormats(view, format, format, format);
        param.given.push_back(tensor);
        param.taken.push_back(view);
    }

    Status AddList(EnteredParam& param, const aclTensorList& list) {
        param.is_list = true;
        if (list.Size() == 0 && !IsOptional(*param.definition)) {
            return EmptyList(call_.api, param.name);
        }
        for (uint64_t i = 0; i < list.Size(); ++i) {
            if (list[i] == nullptr) {
                const std::string name = param.name + "[" + std::to_string(i) + "]";
                return NullArgument(call_.api, name.c_str());
            }
            AddTensor(param, list[i]);
        }
        return Status::Ok();
    }

    template <typename T>
    void AddArray(EnteredParam& param, const aclArray<T>& array) {
        const op::DataType dtype = op::DataTypeOf<T>();
        aclTensor* tensor =
            recording_.NewHostTensor(op::Shape({static_cast<int64_t>(array.Size())}), dtype, ge::FORMAT_ND);
        ObjectAccess::SetHostValues(tensor, array.GetData(), dtype, 0, array.Size(), dtype);
        param.given.push_back(tensor);
        param.taken.push_back(tensor);
    }

    // FLOAT when one of them is DOUBLE, whatever the definition says: so does the toolkit, whose kernels have no double.
    // Otherwise the type that the definition gives, or that of the first.
    op::DataType ScalarType(const EnteredParam& param, std::span<const aclScalar* const> scalars) const {
        const auto is_double = [](const aclScalar* scalar) {
            return scalar->GetDataType() == op::DataType::DT_DOUBLE;
        };
        if (std::ranges::any_of(scalars, is_double)) {
            return op::DataType::DT_FLOAT;
        }
        op::DataType dtype = scalars.front()->GetDataType();
        if (param.definition->scalar_dtype) {
            dtype = *param.definition->scalar_dtype;
        }
        for (const EnteredParam& input : entered_.inputs) {
            if (input.definition->name == param.definition->scalar_dtype_of && !input.taken.empty()) {
                dtype = input.taken.front()->GetDataType();
            }
        }
        return dtype;
    }

    Status AddScalars(EnteredParam& param, std::span<const aclScalar* const> scalars,
                      const op::Shape& shape) {
        for (size_t i = 0; i < scalars.size(); ++i) {
            if (scalars[i] == nullptr) {
                const std::string name = param.name + "[" + std::to_string(i) + "]";
                return NullArgument(call_.api, name.c_str());
            }
        }
        const op::DataType dtype = ScalarType(param, scalars);
        aclTensor* tensor = recording_.NewHostTensor(shape, dtype, ge::FORMAT_ND);
        std::array<unsigned char, 16> value{};
        for (size_t i = 0; i < scalars.size(); ++i) {
            const op::DataType from = scalars[i]->GetDataType();
            if (from != dtype &&
                !ConvertValue(scalars[i]->GetData(), ToDType(from), value.data(), ToDType(dtype))) {
                return NoSuchValue(call_.api, param.name, op::ToString(from).GetString(),
                                   op::ToString(dtype).GetString());
            }
            ObjectAccess::SetHostValues(tensor, scalars[i]->GetData(), from, static_cast<int64_t>(i), 1,
                                        dtype);
        }
        param.given.push_back(tensor);
        param.taken.push_back(tensor);
        return Status::Ok();
    }

    template <typename Array, typename T>
    const void* NewArray(const registry::AttrValue& value) {
        Array* array = recording_.NewObject<Array>();
        // A deque: its elements are addressable even when they are bool.
        std::deque<T> values;
        if (const auto* given = std::get_if<std::vector<T>>(&value)) {
            values.assign(given->begin(), given->end());
        }
        ObjectAccess::SetArray(array, values.begin(), values.size());
        return array;
    }

    const void* Default(const AttrDefinition& attr) {
        switch (attr.kind) {
            case AttrKind::kListInt:
                return NewArray<aclIntArray, int64_t>(attr.default_value);
            case AttrKind::kListFloat:
                return NewArray<aclFloatArray, float>(attr.default_value);
            case AttrKind::kListBool:
                return NewArray<aclBoolArray, bool>(attr.default_value);
            default: {
                const auto* text = std::get_if<std::string>(&attr.default_value);
                return text != nullptr ? text->c_str() : "";
            }
        }
    }

    const GeneratedCall& call_;
    const registry::OpDefinition& definition_;
    Recording& recording_;
    EnteredCall& entered_;
};

}  // namespace

Status Enter(const GeneratedCall& call, const registry::OpDefinition& definition,
             const registry::ChipParams& params, const op::OpArgContext& args, Recording& recording,
             EnteredCall* entered) {
    Entrance entrance(call, definition, recording, entered);
    ACLNN_CPU_RETURN_IF_ERROR(entrance.AddParams(params.inputs, args.inputs(), false));
    ACLNN_CPU_RETURN_IF_ERROR(entrance.AddAttrs(args.attrs()));
    ACLNN_CPU_RETURN_IF_ERROR(entrance.AddParams(params.outputs, args.outputs(), true));
    entrance.FindInPlace();
    return Status::Ok();
}

Status CheckColumns(const GeneratedCall& call, std::string_view chip, const EnteredCall& entered,
                    const std::vector<registry::Column>& columns) {
    std::vector<TypedArgument> arguments;
    for (const auto* side : {&entered.inputs, &entered.outputs}) {
        for (const EnteredParam& param : *side) {
            TypedArgument& first = arguments.emplace_back(TypedArgument{param.name});
            for (size_t i = 0; i < param.taken.size(); ++i) {
                const TypedArgument tensor{fmt::format("{}[{}]", param.name, i),
                                           param.taken[i]->GetDataType(), param.taken[i]->GetStorageFormat(),
                                           true, false};
                if (i == 0) {
                    first = {param.name, tensor.dtype, tensor.format, true, IsOptional(*param.definition)};
                } else if (tensor.dtype != first.dtype || tensor.format != first.format) {
                    return UnlikeFirst(call.api, tensor, first);
                }
            }
        }
    }
    const auto agrees = [&arguments](const registry::Column& column) {
        for (size_t i = 0; i < arguments.size(); ++i) {
            if (arguments[i].compared &&
                (arguments[i].dtype != column.dtypes[i] ||
                 (!arguments[i].takes_formats && arguments[i].format != column.formats[i]))) {
                return false;
            }
        }
        return true;
    };
    return std::ranges::any_of(columns, agrees) ? Status::Ok() : NoColumn(call.api, chip, arguments, columns);
}

bool AllOutputsEmpty(const EnteredCall& entered) {
    bool some = false;
    for (const EnteredParam& output : entered.outputs) {
        for (const aclTensor* tensor : output.taken) {
            if (!tensor->IsEmpty()) {
                return false;
            }
            some = true;
        }
    }
    return some;
}

}  // namespace aclnn_cpu::nnopbase
