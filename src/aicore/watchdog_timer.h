// The part of the watchdog that runs in a signal handler.
#pragma once

#include <atomic>
#include <cstdint>

#include "aicore/leave.h"

namespace aclnn_cpu::aicore {

// What a worker and the signal handler on its thread share.
struct Timed {
    double seconds = 0;  // 0: not watched
    CodeRange code;
    std::atomic<uint64_t> steps{0};           // of the blocks on this worker
    std::atomic<bool> in_instruction{false};  // which may take long
    // Where and after how long the handler took over, for the function that leaves the block.
    uint64_t stuck_at = 0;
    double stuck_seconds = 0;
};

double ThreadCpuSeconds();

// Watches the calling thread from here on. `leave` is called on the stack of a block that has made no step for
// too long, as if its kernel had called it; it must not return. Where that cannot be, the process ends. Returns
// false when the system has no timer left.
bool StartTimer(Timed* timed, void (*leave)());
void StopTimer();

}  // namespace aclnn_cpu::aicore
