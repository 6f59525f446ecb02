// File descriptors of our own.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace aclnn_cpu::base {

// The same file under a number above those of the standard streams, which a program may have closed: what it then
// prints must not end up in a file of ours. Closes the one given; negative on error, with errno.
inline int AboveStandardStreams(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        return descriptor;
    }
    const int above = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(descriptor);
    return above;
}

}  // namespace aclnn_cpu::base
