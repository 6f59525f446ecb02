// The instances of a template kernel: what its tiling key header declares and selects, for one column of element
// types.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ascendc/host_api/tiling/template_argument.h"
#include "base/status.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::opgen {

struct TemplateRow {
    uint64_t key;
    std::string arguments;      // as C++ text: "float, 1, true"
    std::string kernel_type;    // "AIV_ONLY", "MIX_AIC_1_2", ...; empty when the selection names none
    std::string tiling_struct;  // empty when the selection names none
    bool operator==(const TemplateRow&) const = default;
};

// One row per selected combination that belongs to the column, in order of selection. A declared data type (format)
// that lists ASCENDC_TPL_INPUT(i) or ASCENDC_TPL_OUTPUT(i) takes the value of that parameter only.
// 561000, with a message, when a selection leaves out a declared parameter, names an undeclared one or a value that is
// not declared, when a value does not fit its bits, or when two combinations have one key.
base::Status ExpandTemplates(const AscendC::TilingKeyTable& table, size_t input_count,
                             const registry::Column& column, std::vector<TemplateRow>* rows);

}  // namespace aclnn_cpu::opgen
