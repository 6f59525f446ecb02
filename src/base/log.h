// Lines for a person on standard error. ACLNN_CPU_LOG chooses from which level on: debug, info, warning
// (default), error, off. Errors that a call returns are logged at level info, since the caller already has
// them.
#pragma once

#include <string_view>

#include "base/export.h"

namespace aclnn_cpu::base {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

ACLNN_CPU_API bool LogEnabled(LogLevel level);
ACLNN_CPU_API void Log(LogLevel level, std::string_view message);

// Whether ACLNN_CPU_VERBOSE asks for one report per call; the report itself goes out with PrintLine.
ACLNN_CPU_API void PrintLine(std::string_view line);

}  // namespace aclnn_cpu::base
