// Copies to global memory that combine with what is there.
#pragma once

#include <cstdint>

#include "aicore/core.h"

namespace aclnn_cpu::aicore {

// Faults where the bursts are no whole number of elements of the type that is set.
void CheckAtomic(const Core& core, const Instruction& instruction);

// dst[i] = dst[i] op src[i], by the operation and type of core.atomic; each element rounds once. The caller
// has the turn.
void CombineAtomically(const Core& core, uint8_t* dst, const uint8_t* src, uint64_t bytes);

}  // namespace aclnn_cpu::aicore
