// What the writers write: an operator's definition with everything derived from it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "prototype.h"
#include "register/op_def_query.h"
#include "template_keys.h"

namespace aclnn_cpu::opgen {

struct UnitModel {
    std::string compute_unit;  // "ascend910b"
    std::string kernel_file;   // stem
    std::vector<registry::Column> columns;
    // Per column; empty for a kernel that is no template, and of a column of types that no kernel has.
    std::vector<std::vector<TemplateRow>> templates;
};

struct OperatorModel {
    std::shared_ptr<const registry::OpDefinition> definition;
    std::string name;  // "gelu_grad"
    std::vector<UnitModel> units;
    std::vector<Function> functions;  // the generated C API; none when not asked for
};

struct ModelOptions {
    std::string kernel_stem;    // the operator's folder
    std::string kernel_folder;  // where the kernel files are; may be empty: then they are not looked at
    std::string aclnn_prefix;   // "aclnn", "aclnnInner"; empty: no C API
};

// Errors, with a message that names the operator, its compute unit or its parameter: 561000.
base::Status MakeModel(std::shared_ptr<const registry::OpDefinition> definition,
                       const AscendC::TilingKeyTable* keys, const ModelOptions& options,
                       OperatorModel* model);

}  // namespace aclnn_cpu::opgen
