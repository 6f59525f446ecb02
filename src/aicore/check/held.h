// Copies that write what is there already: in which order they and what wrote it take effect shows nowhere.
#pragma once

#include <cstdint>

#include "aicore/observer.h"

namespace aclnn_cpu::aicore::check {

// Whether `bytes` bytes from `at` on, of a piece that the transfer is about to write, hold already what it writes
// there. False where the transfer is no plain copy, or writes more than it reads.
bool Holds(const Transfer& transfer, const Piece& written, const uint8_t* at, uint64_t bytes);

}  // namespace aclnn_cpu::aicore::check
