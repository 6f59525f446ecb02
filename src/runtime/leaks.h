// Under the checker, what aclFinalize finds alive.
#pragma once

#include <string>
#include <vector>

#include "base/export.h"
#include "base/leaks.h"

namespace aclnn_cpu::runtime {

// Adds what a layer above holds for the program. At most 8 sources, which must stay callable for the life of the
// process.
using LeakSource = void (*)(std::vector<base::Leak>& leaks);
ACLNN_CPU_API void AddLeakSource(LeakSource source);

// One report of everything alive that the program made: memory, streams, events, contexts, and what the sources
// add. Default contexts and streams are the device's. Empty when there is nothing.
std::string ReportLeaks();

}  // namespace aclnn_cpu::runtime
