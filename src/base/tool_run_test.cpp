#include "base/tool_run.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace {

using aclnn_cpu::base::RunTool;
using aclnn_cpu::base::ToolRun;
using std::chrono::milliseconds;

constexpr milliseconds kLong{60'000};

ToolRun Shell(const std::string& command, milliseconds limit = kLong) {
    return RunTool({"sh", "-c", command}, limit);
}

// The disposition of SIGCHLD for the life of the object.
class ScopedSigchld {
 public:
    explicit ScopedSigchld(void (*handler)(int), int flags = 0) {
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = flags;
        sigaction(SIGCHLD, &action, &before_);
    }
    ScopedSigchld(const ScopedSigchld&) = delete;
    ScopedSigchld& operator=(const ScopedSigchld&) = delete;
    ~ScopedSigchld() { sigaction(SIGCHLD, &before_, nullptr); }

 private:
    struct sigaction before_ {};
};

std::atomic<int> g_signals{0};
std::atomic<int> g_reaped{0};

void Reap(int) {
    const int error = errno;
    ++g_signals;
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
        ++g_reaped;
    }
    errno = error;
}

void ExpectWorks() {
    const ToolRun run = Shell("echo a; echo b >&2; cat; exit 3");
    EXPECT_EQ(run.end, ToolRun::End::kDone);
    EXPECT_EQ(run.output, "a\n");
}

TEST(ToolRun, CollectsStandardOutputOnly) { ExpectWorks(); }

TEST(ToolRun, CollectsMoreThanAPipeHolds) {
    const ToolRun run = Shell("i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done");
    EXPECT_EQ(run.output.size(), 20000u * 11u);
}

TEST(ToolRun, SaysWhatIsMissing) {
    EXPECT_EQ(RunTool({"no-such-tool-anywhere"}, kLong).end, ToolRun::End::kMissing);
    EXPECT_EQ(RunTool({"/dev/null"}, kLong).end, ToolRun::End::kMissing);
}

TEST(ToolRun, EndsWhatTakesTooLong) {
    const auto before = std::chrono::steady_clock::now();
    const ToolRun run = Shell("echo a; exec sleep 100", milliseconds(50));
    EXPECT_EQ(run.end, ToolRun::End::kTooLong);
    EXPECT_EQ(run.output, "");
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(30));
    EXPECT_EQ(waitpid(-1, nullptr, __WALL | WNOHANG), -1) << "nothing is left to wait for";
    EXPECT_EQ(errno, ECHILD);
}

TEST(ToolRun, WorksWhereSigchldIsIgnored) {
    const ScopedSigchld ignored(SIG_IGN);
    ExpectWorks();
    EXPECT_EQ(Shell("exec sleep 100", milliseconds(20)).end, ToolRun::End::kTooLong);
}

TEST(ToolRun, WorksWhereNoChildIsWaitedFor) {
    const ScopedSigchld no_wait(SIG_DFL, SA_NOCLDWAIT);
    ExpectWorks();
}

TEST(ToolRun, IsNoChildToTheProgramsHandler) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "under the thread sanitizer it is one";
#endif
    const ScopedSigchld handler(Reap, SA_RESTART);
    g_signals = 0;
    g_reaped = 0;
    for (int i = 0; i < 20; ++i) {
        ExpectWorks();
    }
    EXPECT_EQ(g_signals, 0);
    EXPECT_EQ(g_reaped, 0);
}

TEST(ToolRun, IsNoChildToAThreadThatWaitsForItsOwn) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "under the thread sanitizer it is one";
#endif
    const pid_t own = fork();
    if (own == 0) {
        usleep(200'000);
        _exit(7);
    }
    pid_t found = 0;
    int status = 0;
    std::thread waiter([&] { found = wait(&status); });
    for (int i = 0; i < 5; ++i) {
        ExpectWorks();
    }
    waiter.join();
    EXPECT_EQ(found, own);
    EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST(ToolRun, LeavesTheSignalsOfTheCallerAndOfTheToolAsTheyWere) {
    sigset_t wanted;
    sigset_t before;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &wanted, &before);
    const ToolRun run = RunTool({"grep", "SigBlk", "/proc/self/status"}, kLong);
    sigset_t after;
    pthread_sigmask(SIG_SETMASK, &before, &after);
    EXPECT_EQ(run.output, "SigBlk:\t0000000000000200\n");
    EXPECT_EQ(sigismember(&after, SIGUSR1), 1);
    EXPECT_EQ(sigismember(&after, SIGUSR2), 0);
}

TEST(ToolRun, EndsWhileAForkedProcessLives) {
    std::atomic<bool> done{false};
    std::vector<pid_t> children;
    std::thread forker([&] {  // each holds all files that were open when it began
        while (!done && children.size() < 200) {
            const pid_t child = fork();
            if (child == 0) {
                sleep(600);
                _exit(0);
            }
            children.push_back(child);
        }
    });
    for (int i = 0; i < 20; ++i) {
        ExpectWorks();
    }
    done = true;
    forker.join();
    for (const pid_t child : children) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
}

TEST(ToolRun, WorksInManyThreads) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([i] {
            for (int round = 0; round < 10; ++round) {
                const std::string text = std::to_string(i * 100 + round);
                EXPECT_EQ(Shell("echo " + text).output, text + "\n");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

}  // namespace
