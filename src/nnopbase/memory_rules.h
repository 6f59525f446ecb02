// The rules for the memory of what a caller passes to a first phase.
#pragma once

#include <string_view>

#include "base/status.h"
#include "opdev/common_types.h"
#include "opdev/op_dfx.h"

namespace aclnn_cpu::nnopbase {

// 161002 when a stride is negative, an element of the view lies outside the storage, or its first inside a byte. Empty views and
// tensors that an executor made pass.
base::Status CheckView(std::string_view api, std::string_view name, const aclTensor& tensor);

// Checks all tensors of the phase: views, outputs that overlap themselves, outputs that overlap other
// arguments other than exactly. 161002; the message names the tensors.
base::Status CheckMemoryRules(const op::internal::PhaseOne& phase);

// CheckMemoryRules for the first phase in progress, once: later calls give the first answer. Ok outside of a
// phase. A failure is remembered for aclGetRecentErrMsg and turns a later 561103 of that phase into 161002.
bool PhaseMemoryIsSound();

}  // namespace aclnn_cpu::nnopbase
