// Loops over data on several threads. Threads of our own rather than a library's: a loop here often takes some ten
// microseconds, and a hand-over must cost less than one (docs/decisions/threads.md).
#pragma once

#include <cstdint>
#include <functional>

#include "base/export.h"

namespace aclnn_cpu::base {

// Splits [0, parts) among at most `threads` threads and calls body(part) once for each part, in no order;
// returns when all are done. No more threads than CPUs are used. The calling thread does it all with one
// thread, with one part, and in a process forked from one that had used several. The body must not throw.
ACLNN_CPU_API void ParallelParts(uint32_t threads, uint32_t parts,
                                 const std::function<void(uint32_t part)>& body);

}  // namespace aclnn_cpu::base
