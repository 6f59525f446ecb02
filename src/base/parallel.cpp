#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <xmmintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "base/at_load.h"

namespace aclnn_cpu::base {
namespace {

constexpr uint32_t kMaxShares = 64;  // threads beyond it start on the share of another
constexpr size_t kMaxLoops = 16;     // of as many callers at a time; one more works alone
constexpr size_t kCacheLine = 64;
// How long a helper looks out for the next loop before it sleeps. Waking one up costs some five microseconds, which
// would be most of a small loop.
constexpr std::chrono::microseconds kAlert{100};
// How long a thread waits for others to end their shares before it takes the rest from them: that rest lies in their
// caches, and moving a few lines to another core takes longer than the work that is done with them.
constexpr std::chrono::microseconds kPatience{2};

// How often a helper that a loop has no share for looks at it before it comes nevertheless: the one that has may be busy.
constexpr uint32_t kLooksBeforeHelpingOut = 64;
// After a thread could not be created.
constexpr std::chrono::seconds kUntilNextHiring{1};

void Pause() { __builtin_ia32_pause(); }

// Rounding, flushing of subnormal numbers and masks of exceptions: what results depend on.
unsigned FloatingPointMode() {
    constexpr unsigned kRaised = 0x3F;
    return _mm_getcsr() & ~kRaised;
}

int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// What is at an address need not exist.
void PrefetchLines(uintptr_t address, size_t lines) {
    for (size_t line = 0; line < lines; ++line) {
        __builtin_prefetch(reinterpret_cast<const void*>(address + line * kCacheLine), 0);
    }
}

// Calls done() again and again until it is true or the time is over, which begins after the first calls: most end with
// these, and the clock takes as long as some of them.
template <typename Done>
bool SpinUntil(Done&& done, std::chrono::microseconds limit) {
    constexpr int kBetweenLooks = 32;
    using Clock = std::chrono::steady_clock;
    Clock::time_point end{};
    for (;;) {
        for (int i = 0; i < kBetweenLooks; ++i) {
            if (done()) {
                return true;
            }
            Pause();
        }
        const Clock::time_point now = Clock::now();
        if (end == Clock::time_point{}) {
            end = now + limit;
        } else if (now >= end) {
            return false;
        }
    }
}

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

// One loop, on its caller's stack. Each thread has a share to begin with, the same in each loop, so that what it left in
// its caches is there when the next loop runs over the same data; whoever is done takes from others.
class Loop {
 public:
    Loop(uint32_t threads, int64_t count, int64_t grain, RangeBody body, const void* context)
        : body_(body),
          context_(context),
          count_(count),
          grain_(grain),
          shares_(std::min(threads, kMaxShares)),
          helpers_(threads - 1),
          mode_(FloatingPointMode()) {
        const int64_t grains = CeilDiv(count, grain);
        longest_ = CeilDiv(grains, int64_t{shares_} * kLongRangesOfAShare);
        const auto begin_of = [&](int64_t share) {
            return grains / shares_ * share + std::min(share, grains % shares_);
        };
        for (uint32_t i = 0; i < shares_; ++i) {
            share_[i].next = begin_of(i);
            share_[i].end = begin_of(i + 1);
        }
    }

    void RunAlone() const { body_(context_, 0, count_); }

    // The most helpers at a time.
    uint32_t helpers() const { return helpers_; }

    // Asks for what Help(own) reads first. The loop may be gone.
    static void Prefetch(const Loop* loop, uint32_t own) {
        const auto address = reinterpret_cast<uintptr_t>(loop);
        PrefetchLines(address, 1);
        PrefetchLines(address + offsetof(Loop, share_) + (own % kMaxShares) * sizeof(Share), 1);
    }

    // Work, with the results of the thread that the loop is of.
    void Help(uint32_t own, const void* written_next) {
        if (FloatingPointMode() != mode_) {
            _mm_setcsr(mode_);
        }
        Work(own, written_next);
    }

    // The thread's own share, then what others have left for long, then anything that is left. `written_next`: what the
    // thread writes right after.
    void Work(uint32_t own, const void* written_next) {
        PrefetchLines(reinterpret_cast<uintptr_t>(context_), kContextLines);
        Take(share_[own % shares_], 0);
        __builtin_prefetch(written_next, 1);
        TakeFromOthers(own, longest_);
        if (!SpinUntil([this] { return !AnyLeft(); }, kPatience)) {
            TakeFromOthers(own, 0);
        }
    }

 private:
    // In grains. `next` is shared by threads; nothing of the many shares that a loop does not use is written.
    struct alignas(kCacheLine) Share {
        int64_t next;
        int64_t end;
    };

    // The longest range is this part of a share: what one thread does when it is held up, others wait for.
    static constexpr int64_t kLongRangesOfAShare = 3;
    static constexpr size_t kContextLines = 3;

    // In elements; the last grain may be a part of one.
    int64_t EndOf(int64_t grains) const { return grains > count_ / grain_ ? count_ : grains * grain_; }

    bool AnyLeft() {
        return std::any_of(share_, share_ + shares_, [](Share& share) {
            return std::atomic_ref<int64_t>(share.next).load(std::memory_order_relaxed) < share.end;
        });
    }

    void TakeFromOthers(uint32_t own, int64_t leave) {
        for (uint32_t i = 1; i < shares_; ++i) {
            Take(share_[(own + i) % shares_], leave);
        }
    }

    // Until no more than `leave` grains are left.
    void Take(Share& share, int64_t leave) {
        const std::atomic_ref<int64_t> next(share.next);
        // A look first: asking for a line that others write takes it from them.
        int64_t begin = next.load(std::memory_order_relaxed);
        while (share.end - begin > leave) {
            const int64_t grains = std::min(CeilDiv(share.end - begin, 2), longest_);
            if (next.compare_exchange_weak(begin, begin + grains, std::memory_order_relaxed)) {
                body_(context_, begin * grain_, EndOf(begin + grains));
                begin = next.load(std::memory_order_relaxed);
            }
        }
    }

    alignas(kCacheLine) RangeBody body_;
    const void* context_;
    int64_t count_;
    int64_t grain_;
    int64_t longest_ = 0;  // range, in grains
    uint32_t shares_;
    uint32_t helpers_;
    unsigned mode_;
    Share share_[kMaxShares];
};

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
