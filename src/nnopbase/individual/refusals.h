// Why the first phase of a generated aclnn function refuses a call, in words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::nnopbase {

// 561003
base::Status NoDefinition(std::string_view api, std::string_view op_type);
base::Status ShapeDependsOnCompute(std::string_view api, std::string_view op_type, std::string_view output);
// 161002
base::Status ChipNotDefined(std::string_view api, std::string_view op_type, std::string_view chip,
                            std::string_view defined);
base::Status EmptyList(std::string_view api, std::string_view name);
base::Status NoSuchValue(std::string_view api, std::string_view name, std::string_view from,
                         std::string_view to);
// 561000
base::Status WrongArgumentCount(std::string_view api, std::string_view what, size_t given, size_t defined);
base::Status WrongArgumentKind(std::string_view api, std::string_view name, std::string_view expected);

// One tensor of a call as columns see it.
struct TypedArgument {
    std::string name;
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format format = ge::FORMAT_ND;
    bool compared = false;       // whether columns must agree with its type
    bool takes_formats = false;  // and with any format: an optional argument
};
// 161002
base::Status UnlikeFirst(std::string_view api, const TypedArgument& tensor, const TypedArgument& list);
base::Status NoColumn(std::string_view api, std::string_view chip, std::span<const TypedArgument> arguments,
                      std::span<const registry::Column> columns);

}  // namespace aclnn_cpu::nnopbase
