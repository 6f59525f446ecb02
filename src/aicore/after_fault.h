// What a block may still do after its fault.
#pragma once

#include "aicore/observer.h"

namespace aclnn_cpu::aicore {

// The observer of a block that has faulted or was abandoned, in place of those of the launch, which learn no more
// of it than that it ends. Every call that could raise a fault goes to BlockWaiter::GoesOn, so that a kernel that
// catches what unwinds it ends all the same, at no cost to kernels without a fault.
Observer& AfterFault();

}  // namespace aclnn_cpu::aicore
