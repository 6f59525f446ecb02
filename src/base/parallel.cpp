#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "base/at_load.h"
#include "base/parallel_loop.h"

namespace aclnn_cpu::base {
namespace {

constexpr size_t kMaxLoops = 16;  // of as many callers at a time; one more works alone
// How long a helper looks out for the next loop before it sleeps. Waking one up costs some five microseconds, which
// would be most of a small loop.
constexpr std::chrono::microseconds kAlert{100};
// How often a helper that a loop has no share for looks at it before it comes nevertheless: the one that has may be busy.
constexpr uint32_t kLooksBeforeHelpingOut = 64;
// After a thread could not be created.
constexpr std::chrono::seconds kUntilNextHiring{1};

// That this process may use: those of its first thread when this library was loaded. Whoever calls first may be bound to a
// single one.
struct Cpus {
    cpu_set_t set;
    uint32_t count;  // 0 when unknown
};
Cpus g_cpus;
[[maybe_unused]] const AtLoad kCounting([] {
    const bool known = sched_getaffinity(0, sizeof(g_cpus.set), &g_cpus.set) == 0;
    g_cpus.count = known ? static_cast<uint32_t>(CPU_COUNT(&g_cpus.set)) : 0;
});

uint32_t CpuCount() {
    return g_cpus.count != 0 ? g_cpus.count : std::max(std::thread::hardware_concurrency(), 1u);
}

// Where the calling thread may run; a thread begins with what its creator has.
void UseCpusOfTheProcess() {
    if (g_cpus.count != 0) {
        pthread_setaffinity_np(pthread_self(), sizeof(g_cpus.set), &g_cpus.set);
    }
}

// Threads that help whoever runs a loop. Never destroyed: its threads end with the process.
class Helpers {
 public:
    void Run(Loop& loop, uint32_t helpers) {
        __builtin_prefetch(&desks_[0], 1);  // most callers get that one
        Hire(helpers);
        Desk* desk = hired_.load(std::memory_order_relaxed) == 0 ? nullptr : Sit();
        if (desk == nullptr) {
            loop.RunAlone();
            return;
        }
        desk->loop.store(&loop, std::memory_order_relaxed);
        desk->wanted.store(helpers, std::memory_order_relaxed);
        const uint64_t turn = desk->turn.load(std::memory_order_relaxed);
        desk->turn.store(turn + 1);
        Wake(helpers);
        loop.Work(0, desk);
        desk->turn.store(turn + 2);
        // Who has come in may still be at its last range; it is gone soon, unless it lost its CPU.
        const auto gone = [desk] { return desk->visitors.load() == 0; };
        if (!SpinUntil(gone, kAlert)) {
            for (uint32_t visitors = desk->visitors.load(); visitors != 0; visitors = desk->visitors.load()) {
                desk->visitors.wait(visitors);
            }
        }
        desk->taken.store(false, std::memory_order_release);
    }

 private:
    // Where a caller lays out its loop. A helper counts itself in before it looks whether it is still the turn it came
    // for, and the caller ends the turn before it looks at the count: so no helper works on a loop that is gone.
    struct alignas(kCacheLine) Desk {
        std::atomic<uint64_t> turn{0};  // odd while there is a loop
        std::atomic<Loop*> loop{nullptr};
        std::atomic<uint32_t> wanted{0};  // helpers
        std::atomic<uint32_t> visitors{0};
        // Of no interest to helpers, who look at the line above all the time.
        alignas(kCacheLine) std::atomic<bool> taken{false};
    };

    Desk* Sit() {
        for (Desk& desk : desks_) {
            if (!desk.taken.load(std::memory_order_relaxed) && !desk.taken.exchange(true)) {
                return &desk;
            }
        }
        return nullptr;
    }

    void Hire(uint32_t wanted) {
        if (hired_.load(std::memory_order_acquire) >= wanted) {
            return;
        }
        const std::lock_guard lock(hiring_);
        if (std::chrono::steady_clock::now() < next_hiring_) {
            return;
        }
        // A signal is for the program's threads.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        for (uint32_t i = hired_.load(std::memory_order_relaxed); i < wanted; ++i) {
            try {
                std::thread([this, i] { Help(i + 1); }).detach();
            } catch (...) {  // those there are do the work
                next_hiring_ = std::chrono::steady_clock::now() + kUntilNextHiring;
                break;
            }
            hired_.store(i + 1, std::memory_order_release);
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    // The turn has begun: who does not count as asleep yet will still see it.
    void Wake(uint32_t helpers) {
        uint32_t asleep = sleepers_.load();
        if (asleep == 0) {
            return;
        }
        calls_.fetch_add(1);
        for (; asleep != 0 && helpers != 0; --asleep, --helpers) {
            calls_.notify_one();
        }
    }

    // Of one helper and desk.
    struct Look {
        uint64_t turn = 0;   // the last one it came for
        uint32_t times = 0;  // that it stayed away since then
    };

    // `share`: of every loop, from 1 on.
    [[noreturn]] void Help(uint32_t share) {
        UseCpusOfTheProcess();
        Look looks[kMaxLoops];
        const auto found = [this, share, &looks] {
            bool any = false;
            for (size_t i = 0; i < kMaxLoops; ++i) {
                any |= LookAt(desks_[i], looks[i], share);
            }
            return any;
        };
        for (;;) {
            if (!SpinUntil(found, kAlert)) {
                ++sleepers_;
                const uint32_t calls = calls_.load();
                if (!found()) {
                    calls_.wait(calls);
                }
                --sleepers_;
            }
        }
    }

    // Whether there was a loop to come for.
    static bool LookAt(Desk& desk, Look& look, uint32_t share) {
        const uint64_t turn = desk.turn.load();
        if (turn % 2 == 0 || turn == look.turn) {
            return false;
        }
        if (share > desk.wanted.load(std::memory_order_relaxed) && ++look.times < kLooksBeforeHelpingOut) {
            return false;
        }
        look = {turn, 0};
        Visit(desk, turn, share);
        return true;
    }

    static void Visit(Desk& desk, uint64_t turn, uint32_t share) {
        Loop* loop = desk.loop.load(std::memory_order_relaxed);
        Loop::Prefetch(loop, share);
        const uint32_t inside = desk.visitors.fetch_add(1);
        if (desk.turn.load() == turn && inside < loop->helpers()) {
            loop->Help(share, &desk);
        }
        if (--desk.visitors == 0) {
            desk.visitors.notify_all();
        }
    }

    Desk desks_[kMaxLoops];
    alignas(kCacheLine) std::atomic<uint32_t> sleepers_{0};
    std::atomic<uint32_t> calls_{0};
    std::atomic<uint32_t> hired_{0};
    std::mutex hiring_;
    std::chrono::steady_clock::time_point next_hiring_{};  // not before; under hiring_
};

// Whether a parent of this process had helpers when it forked: they are not to be had here, and what they had counted
// stays counted.
std::atomic<bool> g_forked{false};

// Whether this process has used them.
std::atomic<bool> g_used{false};

[[maybe_unused]] const AtLoad kWatching([] {
    pthread_atfork(nullptr, nullptr, [] { g_forked.store(g_used.load(), std::memory_order_relaxed); });
});

Helpers& TheHelpers() {
    static Helpers& helpers = *new Helpers();
    return helpers;
}

}  // namespace

void ParallelRanges(uint32_t threads, int64_t count, int64_t grain, RangeBody body, const void* context) {
    threads = static_cast<uint32_t>(std::min<int64_t>(std::min(threads, CpuCount()), CeilDiv(count, grain)));
    if (threads <= 1 || g_forked.load(std::memory_order_relaxed)) {
        if (count > 0) {
            body(context, 0, count);
        }
        return;
    }
    g_used.store(true, std::memory_order_relaxed);
    Loop loop(threads, count, grain, body, context);
    TheHelpers().Run(loop, threads - 1);
}

void ParallelParts(uint32_t threads, uint32_t parts, const std::function<void(uint32_t)>& body) {
    const auto run = [](const void* context, int64_t begin, int64_t end) {
        for (int64_t part = begin; part < end; ++part) {
            (*static_cast<const std::function<void(uint32_t)>*>(context))(static_cast<uint32_t>(part));
        }
    };
    ParallelRanges(threads, parts, 1, run, &body);
}

}  // namespace aclnn_cpu::base
