// The messages aclGetRecentErrMsg returns: per thread, newest first, each starting with its public report id.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/export.h"
#include "base/status.h"

namespace aclnn_cpu::base {

// Remembers the message for the calling thread (nothing on success) and returns the code.
ACLNN_CPU_API int32_t Report(const Status& status);

// Remembers "<id>: <message>" with the id that the code's class has: EZ1001 for 1xxxxx (the caller's fault),
// EZ9903 for 3xxxxx (the runtime's), EZ9999 for the rest (ours). At most 64 messages are kept per thread; the
// oldest go first.
ACLNN_CPU_API void RememberError(int32_t code, std::string_view message);

// All remembered messages of the calling thread, newest first, one per line, and forgets them. Null when
// there are none. The text is valid until the same thread calls this again.
ACLNN_CPU_API const char* TakeRecentErrors();

}  // namespace aclnn_cpu::base
