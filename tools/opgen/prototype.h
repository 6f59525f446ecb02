// The C API that the real toolkit generates for an operator without one of its own: names, order and types of the
// parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::opgen {

struct Parameter {
    std::string type;  // "const aclTensor*"
    std::string name;  // "gradOutput", "biasOptional", "varRef", "out"
    bool operator==(const Parameter&) const = default;
};

// A first phase. Inputs come first, then attributes, then outputs.
struct Function {
    std::string api;        // "aclnnGeluGrad": the second phase, which several first phases may share
    std::string name;       // "aclnnGeluGradGetWorkspaceSize"
    bool has_second_phase;  // the second phase is declared beside it
    std::string header;     // the file that declares it: "aclnn_gelu_grad.h"
    std::vector<Parameter> parameters;
    // What is handed on for each input, attribute and output of the definition: a parameter's name, or for what this
    // version does not have, a null pointer or the default as C++ text.
    std::vector<std::string> inputs;
    std::vector<std::string> attrs;
    std::vector<std::string> outputs;
};

// All functions of an operator: one per Version(n) that a parameter has, and for operators that depend on values one
// more each that takes tensors in place of arrays. 561000, with a message, for what the public rules do not allow:
// an attribute of list-of-list kind or without a kind, value-dependent inputs of other types than float, bool or
// integers, and versions on parameters that are not optional.
base::Status MakePrototype(const registry::OpDefinition& definition, const std::string& prefix,
                           std::vector<Function>* functions);

}  // namespace aclnn_cpu::opgen
