// A line per step of every block, for reading, grep and diff.
#pragma once

#include <memory>
#include <string>

#include "aicore/launch.h"
#include "aicore/observer.h"
#include "base/status.h"

namespace aclnn_cpu::aicore {

// An observer for one launch that writes to `file` ("-" or "stderr": standard error) one line per instruction,
// buffer, queue event, flag, barrier, scalar access and fault:
//
//   # GeluGrad: 8 blocks on Ascend910B1, no declared kernel type, tiling key 1
//   AIV 3 #12 PIPE_V gelu_grad.h:120 Add(dst VECOUT float at byte 0, src0 ..., count 8)
//
// core and block, number of the step in the block, pipe, line of the kernel, and the call. Addresses in global
// memory are those of the kernel's arguments and what lies behind them, so that runs can be compared. Between
// two meetings of blocks, one block's lines stand behind the other's, in the order of the launch, whatever the
// number of workers; a faulted launch lacks the lines of blocks that would start behind the faulted one.
//
// The first launch of a process empties the file, later ones append; launches that trace run one at a time.
// Error: 100003 when the file cannot be opened.
base::Status MakeTracer(const KernelLaunch& launch, const std::string& file, std::unique_ptr<Observer>* out);

}  // namespace aclnn_cpu::aicore
