#include "nnopbase/individual/refusals.h"

#include <fmt/format.h>

#include "graph/types.h"
#include "opdev/common_types.h"
#include "opdev/format_utils.h"
#include "opdev/op_errno.h"

namespace aclnn_cpu::nnopbase {

using base::Status;

Status NoDefinition(std::string_view api, std::string_view op_type) {
    return Status(
        ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
        fmt::format("{}: no library that is loaded defines {}; the operator's definition (OP_ADD) must be in "
                    "the library of its aclnn function",
                    api, op_type));
}
Status ShapeDependsOnCompute(std::string_view api, std::string_view op_type, std::string_view output) {
    return Status(
        ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
        fmt::format("{}: the kernel of {} decides the shape of {} (OutputShapeDependOnCompute), which "
                    "aclnn-cpu cannot run",
                    api, op_type, output));
}
Status ChipNotDefined(std::string_view api, std::string_view op_type, std::string_view chip,
                      std::string_view defined) {
    return Status(
        ACLNN_ERR_PARAM_INVALID,
        fmt::format("{}: {} does not run on {}, its definition names {} (AddConfig); choose one with "
                    "ACLNN_CPU_SOC",
                    api, op_type, chip, defined.empty() ? "no chip" : defined));
}
Status EmptyList(std::string_view api, std::string_view name) {
    return Status(ACLNN_ERR_PARAM_INVALID,
                  fmt::format("{}: {} is an empty list, expected one tensor or more", api, name));
}
Status NoSuchValue(std::string_view api, std::string_view name, std::string_view from, std::string_view to) {
    return Status(ACLNN_ERR_PARAM_INVALID,
                  fmt::format("{}: the value of {} is {}, which cannot become the {} that the operator takes",
                              api, name, from, to));
}
Status WrongArgumentCount(std::string_view api, std::string_view what, size_t given, size_t defined) {
    return Status(
        ACLNN_ERR_INNER,
        fmt::format(
            "{}: it hands on {} {}, but the definition has {}; generate it again from that definition", api,
            given, what, defined));
}
Status WrongArgumentKind(std::string_view api, std::string_view name, std::string_view expected) {
    return Status(ACLNN_ERR_INNER,
                  fmt::format("{}: {} is handed on as another kind of argument than the {} of the "
                              "definition; generate it again from that definition",
                              api, name, expected));
}

namespace {

std::string FormatText(ge::Format format) { return op::ToString(format).GetString(); }
std::string DtypeText(ge::DataType dtype) { return op::ToString(dtype).GetString(); }

// "FLOAT ND"; only what is compared.
std::string Typed(const TypedArgument& argument, ge::DataType dtype, ge::Format format) {
    return DtypeText(dtype) + (argument.takes_formats ? "" : " " + FormatText(format));
}

}  // namespace

Status UnlikeFirst(std::string_view api, const TypedArgument& tensor, const TypedArgument& list) {
    return Status(
        ACLNN_ERR_PARAM_INVALID,
        fmt::format("{}: {} is {}, expected {} as {}[0]: the tensors of a list are of one type and format",
                    api, tensor.name, Typed(tensor, tensor.dtype, tensor.format),
                    Typed(list, list.dtype, list.format), list.name));
}

Status NoColumn(std::string_view api, std::string_view chip, std::span<const TypedArgument> arguments,
                std::span<const registry::Column> columns) {
    std::string given;
    for (const TypedArgument& argument : arguments) {
        if (argument.compared) {
            given += fmt::format("{}{} {}", given.empty() ? "" : ", ", argument.name,
                                 Typed(argument, argument.dtype, argument.format));
        }
    }
    std::string allowed;
    constexpr size_t kMostShown = 8;
    for (size_t c = 0; c < columns.size() && c < kMostShown; ++c) {
        std::string column;
        for (size_t i = 0; i < arguments.size(); ++i) {
            if (arguments[i].compared) {
                column += fmt::format("{}{}", column.empty() ? "" : ", ",
                                      Typed(arguments[i], columns[c].dtypes[i], columns[c].formats[i]));
            }
        }
        allowed += fmt::format("{}({})", allowed.empty() ? "" : ", ", column);
    }
    if (columns.size() > kMostShown) {
        allowed += fmt::format(" and {} more", columns.size() - kMostShown);
    }
    return Status(ACLNN_ERR_PARAM_INVALID,
                  fmt::format("{}: on {}, no column of the definition has {}; expected one of {}", api, chip,
                              given, allowed));
}

}  // namespace aclnn_cpu::nnopbase
