// The loop that threads share in base/parallel.cpp: who works on what, and in which order.
#pragma once

#include <xmmintrin.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/parallel.h"

namespace aclnn_cpu::base {

inline constexpr uint32_t kMaxShares = 64;  // threads beyond it start on the share of another
inline constexpr size_t kCacheLine = 64;
// How long a thread waits for others to end their shares before it takes the rest from them: that rest lies in their
// caches, and moving a few lines to another core takes longer than the work that is done with them.
inline constexpr std::chrono::microseconds kPatience{2};

inline void Pause() { __builtin_ia32_pause(); }

// Rounding, flushing of subnormal numbers and masks of exceptions: what results depend on.
inline unsigned FloatingPointMode() {
    constexpr unsigned kRaised = 0x3F;
    return _mm_getcsr() & ~kRaised;
}

inline int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// What is at an address need not exist.
template <bool kToWrite = false>
void PrefetchLines(uintptr_t address, size_t lines) {
    for (size_t line = 0; line < lines; ++line) {
        __builtin_prefetch(reinterpret_cast<const void*>(address + line * kCacheLine), kToWrite ? 1 : 0);
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

// One loop, on its caller's stack. Each thread has a share to begin with, the same in each loop, so that what it left in
// its caches is there when the next loop runs over the same data; whoever is done takes from others.
class Loop {
 public:
    Loop(uint32_t threads, int64_t count, int64_t grain, RangeBody body, const void* context)
        : body_(body),
          context_(context),
          count_(count),
          grain_(grain),
          whole_grains_(count / grain),
          shares_(std::min(threads, kMaxShares)),
          helpers_(threads - 1),
          mode_(FloatingPointMode()) {
        const int64_t grains = whole_grains_ + (count % grain != 0 ? 1 : 0);
        longest_ = CeilDiv(grains, int64_t{shares_} * kLongRangesOfAShare);
        const int64_t each = grains / shares_, more = grains % shares_;
        for (int64_t i = 0; i < shares_; ++i) {
            share_[i].next = each * i + std::min(i, more);
            share_[i].end = share_[i].next + each + (i < more ? 1 : 0);
        }
    }

    void RunAlone() const { body_(context_, 0, count_); }

    // The most helpers at a time.
    uint32_t helpers() const { return helpers_; }

    // Asks for what Help(own) reads first. The loop may be gone.
    static void Prefetch(const Loop* loop, uint32_t own) {
        const auto address = reinterpret_cast<uintptr_t>(loop);
        PrefetchLines(address, 1);
        PrefetchLines<true>(address + offsetof(Loop, share_) + (own % kMaxShares) * sizeof(Share), 1);
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

    // In elements.
    int64_t EndOf(int64_t grains) const { return grains > whole_grains_ ? count_ : grains * grain_; }

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
    int64_t whole_grains_;  // the last grain may be a part of one
    int64_t longest_ = 0;   // range, in grains
    uint32_t shares_;
    uint32_t helpers_;
    unsigned mode_;
    Share share_[kMaxShares];
};

}  // namespace aclnn_cpu::base
