// The files that the builder writes about an operator, as text.
#pragma once

#include <string>
#include <vector>

#include "operator_model.h"

namespace aclnn_cpu::opgen {

struct OutputFile {
    std::string name;  // relative to the output folder
    std::string text;
};

// <name>.cmake: variables ACLNN_OP_..., for the project that builds the operator.
OutputFile CmakeFile(const OperatorModel& model);
// <name>.json: everything that is known of the operator, for tools and people.
OutputFile JsonFile(const OperatorModel& model);
// The C API: its headers, and one source file that defines all functions. Nothing when the model has none.
std::vector<OutputFile> AclnnFiles(const OperatorModel& model);

}  // namespace aclnn_cpu::opgen
