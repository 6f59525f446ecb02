// Runs a program for its output, without the process that asks noticing that it has a child.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/export.h"

namespace aclnn_cpu::base {

struct ToolRun {
    enum class End : uint8_t {
        kDone,        // whatever its exit status
        kMissing,     // there is no such program, or it may not be run
        kTooLong,     // it was killed
        kNotStarted,  // for want of memory, processes or files: another time it may work
    };
    End end;
    std::string output;  // its standard output; standard input and error are /dev/null
};

// The program is looked for on PATH unless its name has a slash. No SIGCHLD is sent for it, and no wait() of the
// process can see or reap it, nor does it matter what the process does with that signal. The calling thread takes no
// signals meanwhile. Throws std::bad_alloc.
ACLNN_CPU_API ToolRun RunTool(std::vector<std::string> arguments, std::chrono::milliseconds limit);

}  // namespace aclnn_cpu::base
