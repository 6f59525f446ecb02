// First phases that are answered from memory: the same function, called with tensors of the same description, records
// the same program; only addresses differ.
//
// Remembered are programs of one native kernel (fold.h) over tensors that do not overlap, by each thread for itself. What
// can change a program takes part in the comparison: api, dtypes, formats, shapes, strides, offsets, which tensors are
// one, the values of scalars, arrays and other arguments, the settings, and what is registered.
#pragma once

#include <cstdint>

#include "nnopbase/program.h"
#include "opdev/op_dfx.h"

namespace aclnn_cpu::nnopbase {

// Makes the executor of a phase that has just begun, whose objects are alive. False when it must run instead.
bool Recall(const op::internal::PhaseOne& phase, uint64_t* workspace_size, aclOpExecutor** executor) noexcept;

// Keeps what a phase recorded for later ones, if that is possible and they may use it.
void Remember(const op::internal::PhaseOne& phase, const Program& program) noexcept;

}  // namespace aclnn_cpu::nnopbase
