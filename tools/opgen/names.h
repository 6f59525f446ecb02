// The names that the real toolkit derives from an operator's definition.
#pragma once

#include <string>
#include <string_view>

#include "graph/types.h"

namespace aclnn_cpu::opgen {

// "GeluGradV2" -> "gelu_grad_v2": names of files.
std::string SnakeCase(std::string_view op_type);

// "grad_output" -> "gradOutput", "X1" -> "x1": names of C parameters.
std::string CamelCase(std::string_view name);

// Words that no variable can be called, of C or C++.
bool IsCppKeyword(std::string_view name);
// Letters, digits and underscores, not beginning with a digit.
bool IsCppName(std::string_view name);

// The element type as public kernels spell it: "float", "half", "int4b_t". Empty for types that none has.
std::string_view ElementType(ge::DataType dtype);

// "FLOAT16", "ND": without the prefix; "UNKNOWN" for a number that names none.
std::string_view DtypeName(ge::DataType dtype);
std::string_view FormatName(ge::Format format);

}  // namespace aclnn_cpu::opgen
