// What the numbers of a call lose on the chip.
#pragma once

#include <string>

#include "aicore/core.h"
#include "ascendc/emulator.h"

namespace aclnn_cpu::aicore::check {

// Raises a fault for the first number of the call that the chip cuts with an effect.
void CheckParameters(const Core& core, const Instruction& instruction);

// Raises a fault for a comparison of the first `count` elements that leaves the last of them out, as most chips do
// where they fill no repeat.
void CheckCompared(const Core& core, const Instruction& instruction);

// A hint about DataCopyPad of several rows that are narrower than a block, or empty.
std::string NarrowRows(const Core& core, const Instruction& instruction);

// A hint about a kernel that ends with atomic copies on, or empty.
std::string AtomicLeftOn(const Core& core);

}  // namespace aclnn_cpu::aicore::check
