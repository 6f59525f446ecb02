#include "base/tool_run.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "base/descriptors.h"
#include "base/sanitizers.h"

extern char** environ;

namespace aclnn_cpu::base {
namespace {

using End = ToolRun::End;

constexpr size_t kStackBytes = size_t{64} << 10;

// What the process in between needs; made before it starts, since it must not allocate.
struct Job {
    char** arguments;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int64_t limit_nanoseconds;
};

int64_t Now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

bool IsMissing(int error) {
    return error == ENOENT || error == EACCES || error == ENOTDIR || error == ENOEXEC;
}

// Starts the tool and waits for its end. Runs in the memory of the process that asks, so only what is safe in a
// signal handler. Looks again and again: a wait with a limit needs a signal, or a newer kernel.
int Supervise(void* argument) {
    const Job& job = *static_cast<const Job*>(argument);
    pid_t tool = 0;
    const int error =
        posix_spawnp(&tool, job.arguments[0], &job.actions, &job.attributes, job.arguments, environ);
    if (error != 0) {
        return static_cast<int>(IsMissing(error) ? End::kMissing : End::kNotStarted);
    }
    const int64_t deadline = Now() + job.limit_nanoseconds;
    const timespec pause{0, 500'000};
    // An error: where SIGCHLD is ignored nothing remains of a process that ended.
    while (waitpid(tool, nullptr, WNOHANG) == 0) {
        if (Now() > deadline) {
            kill(tool, SIGKILL);
            waitpid(tool, nullptr, 0);
            return static_cast<int>(End::kTooLong);
        }
        nanosleep(&pause, nullptr);
    }
    return static_cast<int>(End::kDone);
}

// A process in between, whose child the tool is: one without a signal for its parent, which plain wait() passes over.
// It shares our memory while this thread sleeps, as one of vfork does; forking would copy our state and wait for the
// locks that are kept across forks.
End SuperviseAside(Job* job) {
    void* const stack =
        mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) {
        return End::kNotStarted;
    }
    const pid_t child =
        clone(Supervise, static_cast<char*>(stack) + kStackBytes, CLONE_VM | CLONE_VFORK, job);
    int status = 0;
    while (child > 0 && waitpid(child, &status, __WCLONE) < 0 && errno == EINTR) {
    }
    munmap(stack, kStackBytes);
    return child > 0 && WIFEXITED(status) ? static_cast<End>(WEXITSTATUS(status)) : End::kNotStarted;
}

// With no signal or cancellation let in, which the process in between would take in our place.
End WithoutSignals(Job* job) {
    sigset_t all;
    sigset_t before;
    int cancel = 0;
    sigfillset(&all);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    posix_spawnattr_setsigmask(&job->attributes, &before);
    // The thread sanitizer does not follow such a process.
    const End end = ACLNN_CPU_TSAN ? static_cast<End>(Supervise(job)) : SuperviseAside(job);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_setcancelstate(cancel, nullptr);
    return end;
}

std::string Contents(int file) {
    std::string text;
    char buffer[4096];
    ssize_t length = 0;
    while ((length = pread(file, buffer, sizeof(buffer), static_cast<off_t>(text.size()))) > 0) {
        text.append(buffer, static_cast<size_t>(length));
    }
    return text;
}

}  // namespace

ToolRun RunTool(std::vector<std::string> arguments, std::chrono::milliseconds limit) {
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    // Not a pipe, whose end would not come while a process forked by another thread holds it.
    const int output = AboveStandardStreams(memfd_create("tool output", MFD_CLOEXEC));
    if (output < 0) {
        return {End::kNotStarted, {}};
    }
    Job job{pointers.data(), {}, {}, std::chrono::nanoseconds(limit).count()};
    posix_spawn_file_actions_init(&job.actions);
    posix_spawn_file_actions_addopen(&job.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&job.actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&job.actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&job.attributes);
    posix_spawnattr_setflags(&job.attributes, POSIX_SPAWN_SETSIGMASK);
    ToolRun run{WithoutSignals(&job), {}};
    posix_spawnattr_destroy(&job.attributes);
    posix_spawn_file_actions_destroy(&job.actions);
    if (run.end == End::kDone) {
        run.output = Contents(output);
    }
    close(output);
    return run;
}

}  // namespace aclnn_cpu::base
