// The arguments of a generated aclnn function on their way to the launch of its operator.
#pragma once

#include <string>
#include <vector>

#include "aclnn_cpu/generated_op.h"
#include "base/status.h"
#include "nnopbase/individual/refusals.h"
#include "nnopbase/recording.h"
#include "opdev/common_types.h"
#include "opdev/op_arg_def.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::nnopbase {

// One input or output: no tensor (absent), one, or those of a list.
struct EnteredParam {
    const registry::ParamDefinition* definition;
    std::string name;  // as the caller knows it
    bool is_list = false;
    std::vector<const aclTensor*> given;  // the caller's, or host tensors made of scalars and arrays
    std::vector<const aclTensor*> taken;  // the views that the operator works with
    int32_t same_as_input = -1;           // an output in place of this input
};

struct EnteredCall {
    std::vector<EnteredParam> inputs;
    std::vector<EnteredParam> outputs;
    std::vector<op::OpArg> attrs;
};

// Checks that what must be there is there (161001), and makes of every input and output a view whose storage and
// origin shape are the view's and whose format is ND where it only orders the dimensions (kept with
// FormatMatchMode(STRICT)). Scalars and arrays become host tensors of the type that the definition says. Attributes left
// out get their defaults.
base::Status Enter(const GeneratedCall& call, const registry::OpDefinition& definition,
                   const registry::ChipParams& params, const op::OpArgContext& args, Recording& recording,
                   EnteredCall* entered);

// 161002 when no column has the types of the arguments that are there and the formats of those that are required, or
// the tensors of a list differ in them.
base::Status CheckColumns(const GeneratedCall& call, std::string_view chip, const EnteredCall& entered,
                          const std::vector<registry::Column>& columns);

// Makes the inputs contiguous if any of them says AutoContiguous, but not those that say IgnoreContiguous; outputs in
// place of an input go where that goes.
base::Status MakeContiguous(EnteredCall* entered, Recording& recording);
// After the launch: brings what an output in place of an input became back to the caller's view.
base::Status CopyBack(const EnteredCall& entered, Recording& recording);

// Records what an output of `entered` holds before the kernel runs, where the definition says so (InitValue).
base::Status Initialize(const EnteredCall& entered, Recording& recording);

bool AllOutputsEmpty(const EnteredCall& entered);

}  // namespace aclnn_cpu::nnopbase
