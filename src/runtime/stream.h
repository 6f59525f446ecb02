// A queue of work that runs in order.
//
// The stream's own thread starts with the first hand-over, so that a stream that only ever runs small work
// costs no thread. At any moment at most one thread runs work of a stream: its own, or a caller that found
// the stream idle.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/status.h"
#include "base/task.h"
#include "runtime/launch.h"
#include "runtime/work_queue.h"

namespace aclnn_cpu::runtime {

// What `run` returns; an exception becomes an error: 200000 when out of memory, else 500000.
base::Status RunCaught(base::Task& run);

// When a wait gives up; none: never.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;
Deadline DeadlineIn(int64_t milliseconds);  // -1: never

// Estimates for work whose place is given by what it is, not by its size.
inline constexpr uint64_t kAlwaysInline = 0;
inline constexpr uint64_t kNeverInline = UINT64_MAX;

class Stream {
 public:
    struct Description {
        uint32_t id;
        uint32_t context_id;
        int32_t device;
        bool is_default;  // of its context
        uint32_t priority;
        uint32_t flags;
    };

    explicit Stream(const Description& description) : description_(description) {}
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream();

    const Description& description() const { return description_; }
    uint32_t id() const { return description_.id; }

    // Runs or queues the work after all that was submitted before. False when the stream is closed: nothing
    // happens. WaitFor(*number) waits for this work.
    bool Submit(Work&& work, uint64_t* number = nullptr);

    // Runs the work on the calling thread if the stream is idle. False when it is busy or closed: nothing
    // happens.
    bool TryRunHere(Work& work);

    // How much was submitted so far; WaitFor(that) waits for it.
    uint64_t Submitted() const { return submitted_.load(std::memory_order_acquire); }

    // Waits until that many pieces of work are done; false when the deadline came first or the stream was
    // abandoned. Not for the stream's own work.
    bool WaitFor(uint64_t count, Deadline deadline);

    bool Idle() const { return completed_.load(std::memory_order_acquire) >= Submitted(); }

    // The stream's error as told by `function`, which is forgotten: the first since the last call.
    base::Status TakeError(const char* function);

    // Refuses further work, waits for what is there (or drops what has not begun) and ends the thread.
    void Close(bool drop_queued);

    // For the end of the process: refuses further work, drops what has not begun, and waits for nothing, now
    // and later. Work that is running goes on, so the stream must not be destroyed any more.
    void Abandon();
    bool abandoned() const { return abandoned_.load(std::memory_order_acquire); }

    // The stream whose work the calling thread is running; null when none.
    static const Stream* RunningHere();

    // Marks the calling thread as running work of a stream (null: of none) while it lives.
    class RunningScope {
     public:
        explicit RunningScope(const Stream* stream);
        RunningScope(const RunningScope&) = delete;
        RunningScope& operator=(const RunningScope&) = delete;
        ~RunningScope();

     private:
        const Stream* const outer_;
    };

 private:
    struct Failure {
        std::string work;
        base::Status status;
    };

    void RunQueue();
    void Finish(const char* name, base::Status&& status);  // with mutex_ held
    void Complete(uint64_t count);                         // with mutex_ held

    const Description description_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;  // for the stream's thread
    std::condition_variable done_;  // for those who wait
    WorkQueue queue_;
    WorkQueue never_run_;  // of an abandoned stream
    std::atomic<uint64_t> submitted_{0};
    std::atomic<uint64_t> completed_{0};
    uint64_t dropped_ = 0;  // to be counted as completed when the work that is running ends
    uint32_t waiting_ = 0;
    bool busy_ = false;    // a thread is running work
    bool closed_ = false;  // no further work
    bool ended_ = false;   // the thread shall end once the queue is empty
    std::atomic<bool> abandoned_{false};
    std::optional<Failure> failure_;
    std::atomic<bool> failed_{false};  // whether there is a failure_, for a look without the lock
    std::thread thread_;
};

}  // namespace aclnn_cpu::runtime
