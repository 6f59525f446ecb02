// Divisions of integers that this machine refuses and the AI Core does not.
#pragma once

namespace aclnn_cpu::aicore {

// Has SIGFPE in a kernel's own code end the block with a fault. Where the block cannot be left, one line names it
// and the signal goes the way it went before, as it does outside kernels: to the program's handler, or to the end of
// the process. To be called once per process; a handler that the program sets later comes first.
void GuardArithmetic();

}  // namespace aclnn_cpu::aicore
