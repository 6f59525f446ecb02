// What this thread is doing: the aclnn function whose first or second phase runs.
#pragma once

#include <string_view>

#include "opdev/op_dfx.h"

namespace aclnn_cpu::nnopbase {

// The innermost first phase in progress on this thread, or null.
op::internal::PhaseOne* CurrentPhaseOne();
// Makes the first phase in progress fail with `code` (0: does nothing) instead of with 561103, and its
// executor, if it still makes one, refuse to run. The first failure counts.
void FailPhase(int32_t code);
// The aclnn function whose second phase runs on this thread, or null.
const char* CurrentPhaseTwo();

// The text of an argument of "DFX_IN(a, f(b, c))"; empty when there are too few.
std::string_view NthArgument(std::string_view names, size_t position);

}  // namespace aclnn_cpu::nnopbase
