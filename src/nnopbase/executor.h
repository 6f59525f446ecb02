// Executor handles: what a first phase hands out and a second phase takes.
#pragma once

#include <memory>

#include "base/handle_table.h"
#include "nnopbase/program.h"
#include "opdev/op_executor.h"

namespace aclnn_cpu::nnopbase {

// Those of this process: a forked child starts without any, as it does without streams.
base::HandleTable<Program>& Executors();

// What a first phase hands out when it could not make an executor: no function runs it, and each says why.
aclOpExecutor* FailedExecutor();

// One line per aclnn function whose executors were made and neither run nor destroyed: its name and their
// number. Empty when there are none.
std::string NeverRunExecutors();

}  // namespace aclnn_cpu::nnopbase
