// Loops over data on several threads. Threads of our own rather than a library's: a loop here often takes some ten
// microseconds, and a hand-over must cost less than one (docs/decisions/threads.md).
#pragma once

#include <cstdint>
#include <functional>

#include "base/export.h"

namespace aclnn_cpu::base {

// What a loop does with [begin, end); must not throw. Through a plain pointer, so that nothing is allocated and all that
// a helper has to read lies where `context` points.
using RangeBody = void (*)(const void* context, int64_t begin, int64_t end);

// Splits [0, count) among at most `threads` threads, into ranges whose ends are multiples of `grain` or `count`: long ones
// first, down to `grain` towards the end, so that all threads end at about the same time. Each range is worked on once, in
// no order; returns when all are done. No more threads than CPUs are used. The calling thread does it all, in one range,
// with one thread, with one grain, and in a process forked from one that had used several. Others compute with its
// rounding mode and flushing of subnormal numbers. A body that forks must end its child within the range: the child
// would wait for threads that it does not have.
ACLNN_CPU_API void ParallelRanges(uint32_t threads, int64_t count, int64_t grain, RangeBody body,
                                  const void* context);

// The same for single parts: calls body(part) once for each part in [0, parts).
ACLNN_CPU_API void ParallelParts(uint32_t threads, uint32_t parts,
                                 const std::function<void(uint32_t part)>& body);

}  // namespace aclnn_cpu::base
