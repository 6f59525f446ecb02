#include "aicore/trace_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <set>

namespace aclnn_cpu::aicore {

namespace {

// Never destroyed: launches may run while the process ends.
std::mutex& Alone() {
    static auto* const mutex = new std::mutex;
    return *mutex;
}

// Whether this process has written to the file before; from now on it has.
bool Begun(const std::string& name) {
    static auto* const begun = new std::set<std::string>;
    return !begun->insert(name).second;
}

}  // namespace

TraceFile::TraceFile(const std::string& name) : alone_(Alone()) {
    if (name == "-" || name == "stderr") {
        descriptor_ = STDERR_FILENO;
        return;
    }
    constexpr int kReadableByAll = 0666;  // less what the process's umask takes
    const int fresh = Begun(name) ? 0 : O_TRUNC;
    descriptor_ = open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | fresh, kReadableByAll);
    owned_ = descriptor_ >= 0;
    error_ = owned_ ? 0 : errno;
}

TraceFile::~TraceFile() {
    if (owned_) {
        close(descriptor_);
    }
}

void TraceFile::Write(std::string_view text) {
    while (!text.empty() && error_ == 0) {
        const ssize_t written = write(descriptor_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<size_t>(written));
        } else if (errno != EINTR) {
            error_ = errno;
        }
    }
}

}  // namespace aclnn_cpu::aicore
