// Ends kernels that never end.
#pragma once

#include <memory>

#include "aicore/launch.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore {

// An observer for one launch that faults a block, as a timeout of the chip, once its worker has computed for
// `seconds` > 0 without any step but scalar accesses. What counts is the worker's CPU time: neither a debugger
// nor other processes bring it nearer.
//
// A kernel that keeps accessing scalars is ended in such an access. One that calls nothing is ended by a signal
// where it stands, if that is in its own code and the emulator waits for nothing from it; where it never is,
// because it spends its time in another library, the process ends with a message.
std::unique_ptr<Observer> MakeWatchdog(const KernelLaunch& launch, double seconds);

}  // namespace aclnn_cpu::aicore
