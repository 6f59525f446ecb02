// Executor handles: what a first phase hands out and a second phase takes.
#pragma once

#include <memory>

#include "base/handle_table.h"
#include "nnopbase/program.h"

namespace aclnn_cpu::nnopbase {

base::HandleTable<Program>& Executors();

// One line per aclnn function whose executors were made and neither run nor destroyed: its name and their
// number. Empty when there are none.
std::string NeverRunExecutors();

}  // namespace aclnn_cpu::nnopbase
