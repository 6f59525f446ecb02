#include "aicore/watchdog_timer.h"

#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "aicore/core.h"
#include "base/at_load.h"
#include "base/fork.h"
#include "base/sanitizers.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace aclnn_cpu::aicore {

namespace {

// Ignored by default, passed on by debuggers without a stop, and used by no library in earnest.
constexpr int kSignal = SIGURG;
constexpr double kRetrySeconds = 0.01;

// All that follows is of one thread; the handler runs on it too.
struct Timer {
    Timed* timed = nullptr;
    void (*leave)() = nullptr;
    timer_t id = nullptr;
    bool was_blocked = false;
    // Of the handler's last look.
    uint64_t seen = 0;
    double since = 0;
    uint32_t passing_on = 0;  // how deep the thread is in Handle for a signal of the program's own
};
[[gnu::tls_model("initial-exec")]] thread_local Timer timer;

// A handler of the program's own, and the one it may call because it was in its place before.
struct Displaced {
    struct sigaction action;
    const Displaced* before;
};
std::atomic<const Displaced*> displaced{nullptr};

std::mutex installing;
[[maybe_unused]] const base::AtLoad kForkSafe([] { base::HoldInForks<installing>(); });

void Arm(double seconds) {
    const auto whole = static_cast<time_t>(seconds);
    itimerspec spec{};
    spec.it_value.tv_sec = whole;
    spec.it_value.tv_nsec = std::max(1L, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9));
    timer_settime(timer.id, 0, &spec, nullptr);
}

// Of looks at a block that makes progress.
double Period(const Timed& timed) { return std::max(kRetrySeconds, timed.seconds / 10); }

[[noreturn]] void EndProcess(const Core& core, double seconds) {
    if (const char* const report = core.waiter->Report(); report != nullptr) {
        WriteError("aclnn-cpu: ");
        WriteError(report);
        WriteError("\n");
    }
    char text[400];
    std::snprintf(text, sizeof(text),
                  "aclnn-cpu: %.*s: %.*s %u: no progress for %.1f s of computing, in code that cannot be "
                  "left (a library that the kernel calls); ending the process. ACLNN_CPU_WATCHDOG=0 lets it "
                  "run on.\n",
                  static_cast<int>(core.op_type.size()), core.op_type.data(),
                  static_cast<int>(core.name.size()), core.name.data(), core.block, seconds);
    WriteError(text);
    std::abort();
}

void Look(ucontext_t& context) {
    Timed& timed = *timer.timed;
    const double now = ThreadCpuSeconds();
    const uint64_t steps = timed.steps.load(std::memory_order_relaxed);
    const Core* const core = CurrentCore();
    if (core == nullptr || timed.in_instruction.load(std::memory_order_relaxed) || steps != timer.seen) {
        timer.seen = steps;
        timer.since = now;
        Arm(Period(timed));
        return;
    }
    // An access to a scalar ends it first, and with more to say.
    const double least = timed.seconds * 1.1;
    const double most = timed.seconds * 2 + 2;
    const double stuck = now - timer.since;
    if (stuck >= least) {
        const auto at = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
        if (MayLeave(timed.code, at)) {
            timed.stuck_at = at;
            timed.stuck_seconds = stuck;
            Redirect(context, timer.leave);
            return;
        }
        if (stuck >= most) {
            EndProcess(*core, stuck);
        }
    }
    Arm(stuck >= least ? kRetrySeconds : Period(timed));
}

bool IsSame(const struct sigaction& a, const struct sigaction& b) {
    const bool has_info = (a.sa_flags & SA_SIGINFO) != 0;
    return has_info == ((b.sa_flags & SA_SIGINFO) != 0) &&
           (has_info ? a.sa_sigaction == b.sa_sigaction : a.sa_handler == b.sa_handler);
}

// A handler of the program that was set after ours may call it in turn: that call goes to the handler before. A
// handler that leaves by siglongjmp counts as running until its thread starts another watched launch: until then the
// program's own signals there go to the handler before it.
void PassOn(int signal, siginfo_t* info, void* context) {
    const Displaced* next = displaced.load(std::memory_order_acquire);
    for (uint32_t i = 0; i < timer.passing_on && next != nullptr; ++i) {
        next = next->before;
    }
    if (next == nullptr) {
        return;
    }
    ++timer.passing_on;
    const struct sigaction& action = next->action;
    if ((action.sa_flags & SA_SIGINFO) != 0) {
        action.sa_sigaction(signal, info, context);
    } else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
        action.sa_handler(signal);
    }
    --timer.passing_on;
}

void Handle(int signal, siginfo_t* info, void* context) {
    const int error = errno;
    if (info->si_code == SI_TIMER && timer.timed != nullptr && info->si_value.sival_ptr == &timer) {
        Look(*static_cast<ucontext_t*>(context));
    } else {
        PassOn(signal, info, context);
    }
    errno = error;
}

// Takes the signal, also when the program has set its own handler since the last launch.
void Install() {
    struct sigaction ours {};
    ours.sa_sigaction = &Handle;
    ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    struct sigaction current;
    sigaction(kSignal, nullptr, &current);
    if (IsSame(current, ours)) {
        return;
    }
    const std::lock_guard lock(installing);
    static auto* const all =
        new std::vector<std::unique_ptr<const Displaced>>;  // never freed: one may be running
    sigaction(kSignal, nullptr, &current);
    if (IsSame(current, ours)) {  // by another worker, meanwhile
        return;
    }
    auto known =
        std::find_if(all->begin(), all->end(), [&](const auto& one) { return IsSame(one->action, current); });
    if (known == all->end()) {
        all->push_back(std::make_unique<const Displaced>(Displaced{current, displaced.load()}));
        known = all->end() - 1;
    }
    displaced.store(known->get(), std::memory_order_release);
    sigaction(kSignal, &ours, nullptr);
}

bool UnblockSignal(bool unblock) {
    sigset_t set;
    sigset_t before;
    sigemptyset(&set);
    sigaddset(&set, kSignal);
    pthread_sigmask(unblock ? SIG_UNBLOCK : SIG_BLOCK, &set, &before);
    return sigismember(&before, kSignal) == 1;
}

}  // namespace

double ThreadCpuSeconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

bool StartTimer(Timed* timed, void (*leave)()) {
    if (ACLNN_CPU_TSAN) {
        return true;  // it holds signals back until the thread calls something, so there is nothing to gain
    }
    Install();
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = kSignal;
    event.sigev_value.sival_ptr = &timer;
    event.sigev_notify_thread_id = gettid();
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer.id) != 0) {
        return false;
    }
    timer.leave = leave;
    timer.passing_on = 0;
    timer.seen = timed->steps.load(std::memory_order_relaxed);
    timer.since = ThreadCpuSeconds();
    timer.timed = timed;
    timer.was_blocked = UnblockSignal(true);
    Arm(Period(*timed));
    return true;
}

void StopTimer() {
    if (timer.timed != nullptr) {
        timer_delete(timer.id);
        timer.timed = nullptr;
        if (timer.was_blocked) {
            UnblockSignal(false);
        }
    }
}

}  // namespace aclnn_cpu::aicore
