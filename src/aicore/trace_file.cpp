#include "aicore/trace_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <set>

#include "base/at_load.h"
#include "base/descriptors.h"
#include "base/fork.h"

namespace aclnn_cpu::aicore {

namespace {

// What one launch at a time holds, for as long as it runs: too long for a fork to wait, and a kernel may fork.
struct Turn {
    std::mutex mutex;
    const Turn* before;  // of the process that forked this one
};

// Never destroyed, as all of this: launches may run while the process ends.
std::atomic<Turn*> turn{nullptr};

std::mutex beginning;

[[maybe_unused]] const base::AtLoad kForkSafe([] {
    turn.store(new Turn{{}, nullptr});
    base::HoldInForks<beginning>();
    // The launch that holds the turn may be one of a thread that the child does not have.
    pthread_atfork(nullptr, nullptr, [] { turn.store(new Turn{{}, turn.load()}); });
});

// Whether this process, or the one that forked it, has written to the file before; from now on it has.
bool Begun(const std::string& name) {
    const std::lock_guard lock(beginning);
    static auto* const begun = new std::set<std::string>;
    return !begun->insert(name).second;
}

}  // namespace

TraceFile::TraceFile(const std::string& name) : alone_(turn.load()->mutex) {
    if (name == "-" || name == "stderr" || name == "/dev/stderr") {
        descriptor_ = STDERR_FILENO;
    } else if (name == "/dev/stdout") {
        descriptor_ = STDOUT_FILENO;
    } else {
        Open(name);
    }
}

void TraceFile::Open(const std::string& name) {
    struct stat status {};
    const bool exists = stat(name.c_str(), &status) == 0;
    other_kind_ = exists && !S_ISREG(status.st_mode) && !S_ISCHR(status.st_mode) && !S_ISDIR(status.st_mode);
    if (other_kind_) {
        return;
    }
    constexpr int kReadableByAll = 0666;  // less what the process's umask takes
    const int fresh = Begun(name) ? 0 : O_TRUNC;
    // Without O_NONBLOCK, it would wait for the reader of a pipe that has come in its place.
    descriptor_ = base::AboveStandardStreams(
        open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | fresh, kReadableByAll));
    owned_ = descriptor_ >= 0;
    if (!owned_) {
        error_ = errno;
        return;
    }
    fcntl(descriptor_, F_SETFL, O_APPEND);  // a terminal is to take all of it
}

std::string TraceFile::Problem() const {
    return other_kind_   ? "it is neither a file nor a terminal, and writing to it could wait for ever"
           : error_ != 0 ? std::strerror(error_)
                         : "";
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
