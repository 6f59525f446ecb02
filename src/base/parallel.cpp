#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <system_error>
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

void Pause() { __builtin_ia32_pause(); }

// Calls done() again and again, without the clock for most, until it is true or the time is over.
template <typename Done>
bool SpinUntil(Done&& done, std::chrono::microseconds limit) {
    constexpr int kBetweenLooks = 32;
    const auto start = std::chrono::steady_clock::now();
    do {
        for (int i = 0; i < kBetweenLooks; ++i) {
            if (done()) {
                return true;
            }
            Pause();
        }
    } while (std::chrono::steady_clock::now() - start < limit);
    return false;
}

// One loop, on its caller's stack. Each thread has a share of the parts to begin with, the same in each loop, so that
// what it left in its caches is there when the next loop runs over the same data; whoever is done takes from others.
class Loop {
 public:
    Loop(uint32_t threads, uint32_t parts, const std::function<void(uint32_t)>& body)
        : body_(body), shares_(std::min(threads, kMaxShares)), helpers_(threads - 1) {
        for (uint32_t i = 0; i < shares_; ++i) {
            share_[i].next.store(Bound(i, parts), std::memory_order_relaxed);
            share_[i].end = Bound(i + 1, parts);
        }
    }

    // The most helpers at a time.
    uint32_t helpers() const { return helpers_; }

    void Work(uint32_t first_share) {
        Take(share_[first_share % shares_]);
        for (uint32_t i = 1; i < shares_; ++i) {
            Share& share = share_[(first_share + i) % shares_];
            // A look first: asking for a line that others write takes it from them.
            if (share.next.load(std::memory_order_relaxed) < share.end) {
                Take(share);
            }
        }
    }

 private:
    struct alignas(kCacheLine) Share {
        std::atomic<uint32_t> next{0};
        uint32_t end = 0;
    };

    void Take(Share& share) {
        for (;;) {
            const uint32_t part = share.next.fetch_add(1, std::memory_order_relaxed);
            if (part >= share.end) {
                return;
            }
            body_(part);
        }
    }

    uint32_t Bound(uint32_t share, uint32_t parts) const {
        return static_cast<uint32_t>(uint64_t{parts} * share / shares_);
    }

    const std::function<void(uint32_t)>& body_;
    uint32_t shares_;
    uint32_t helpers_;
    Share share_[kMaxShares];
};

// Threads that help whoever runs a loop. Never destroyed: its threads end with the process.
class Helpers {
 public:
    void Run(Loop& loop, uint32_t helpers) {
        Desk* desk = Sit();
        if (desk == nullptr) {
            loop.Work(0);
            return;
        }
        Hire(helpers);
        desk->loop.store(&loop);
        Call(helpers);
        loop.Work(0);
        desk->loop.store(nullptr);
        // Who has come in may still be at its last part; it is gone soon, unless it lost its CPU.
        const auto gone = [desk] { return desk->visitors.load() == 0; };
        if (!SpinUntil(gone, kAlert)) {
            for (uint32_t visitors = desk->visitors.load(); visitors != 0; visitors = desk->visitors.load()) {
                desk->visitors.wait(visitors);
            }
        }
        desk->taken.store(false, std::memory_order_release);
    }

 private:
    // Where a caller lays out its loop. A helper counts itself in before it looks at the loop, and the caller takes the
    // loop away before it looks at the count: so no helper sees a loop that is gone.
    struct alignas(kCacheLine) Desk {
        std::atomic<bool> taken{false};
        std::atomic<Loop*> loop{nullptr};
        std::atomic<uint32_t> visitors{0};
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
        for (uint32_t i = hired_.load(std::memory_order_relaxed); i < wanted; ++i) {
            try {
                std::thread([this, i] { Help(i + 1); }).detach();
            } catch (const std::system_error&) {
                return;  // those there are do the work
            }
            hired_.store(i + 1, std::memory_order_release);
        }
    }

    void Call(uint32_t helpers) {
        calls_.fetch_add(1);
        for (uint32_t asleep = sleepers_.load(); asleep != 0 && helpers != 0; --asleep, --helpers) {
            calls_.notify_one();
        }
    }

    [[noreturn]] void Help(uint32_t share) {
        // Where this thread has last found a loop: there it asks for the line at once, to write, without a look before.
        Desk* last = nullptr;
        for (;;) {
            const uint32_t calls = calls_.load();
            if (last != nullptr) {
                Visit(*last, share);
            }
            for (Desk& desk : desks_) {
                if (desk.loop.load(std::memory_order_relaxed) != nullptr && Visit(desk, share)) {
                    last = &desk;
                }
            }
            const auto called = [this, calls] { return calls_.load(std::memory_order_relaxed) != calls; };
            if (!SpinUntil(called, kAlert)) {
                ++sleepers_;
                calls_.wait(calls);
                --sleepers_;
            }
        }
    }

    // Whether there was a loop.
    static bool Visit(Desk& desk, uint32_t share) {
        const uint32_t inside = desk.visitors.fetch_add(1);
        Loop* loop = desk.loop.load();
        if (loop != nullptr && inside < loop->helpers()) {
            loop->Work(share);
        }
        if (--desk.visitors == 0) {
            desk.visitors.notify_all();
        }
        return loop != nullptr;
    }

    Desk desks_[kMaxLoops];
    std::atomic<uint32_t> calls_{0};
    std::atomic<uint32_t> sleepers_{0};
    std::atomic<uint32_t> hired_{0};
    std::mutex hiring_;
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

// That this process may use.
uint32_t CpuCount() {
    cpu_set_t cpus;
    const int known = sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? CPU_COUNT(&cpus) : 0;
    return known > 0 ? static_cast<uint32_t>(known) : std::max(std::thread::hardware_concurrency(), 1u);
}

void RunHere(uint32_t parts, const std::function<void(uint32_t)>& body) {
    for (uint32_t part = 0; part < parts; ++part) {
        body(part);
    }
}

}  // namespace

void ParallelParts(uint32_t threads, uint32_t parts, const std::function<void(uint32_t)>& body) {
    static const uint32_t cpus = CpuCount();
    threads = std::min({threads, parts, cpus});
    if (threads <= 1 || g_forked.load(std::memory_order_relaxed)) {
        RunHere(parts, body);
        return;
    }
    g_used.store(true, std::memory_order_relaxed);
    Loop loop(threads, parts, body);
    TheHelpers().Run(loop, threads - 1);
}

}  // namespace aclnn_cpu::base
