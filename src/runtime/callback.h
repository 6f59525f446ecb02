// Host callbacks that a thread of the program runs: a stream posts into the mailbox of the thread that
// subscribed to it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/stream.h"

namespace aclnn_cpu::runtime {

class Mailbox {
 public:
    enum class Outcome { kRan, kDropped };

    explicit Mailbox(uint64_t thread) : thread_(thread) {}

    uint64_t thread() const { return thread_; }

    // Leaves a callback of the stream here. With `wait`, returns when it ran or was dropped; the thread that
    // runs it then counts as running work of the stream, so that it does not wait for it.
    Outcome Post(const Stream& stream, aclrtCallback function, void* argument, bool wait);

    // Waits for callbacks and runs all that are here; false when the deadline came before any.
    bool RunAll(Deadline deadline);

    // Takes callbacks of the stream from now on.
    void Admit(uint32_t stream);
    // Drops the stream's callbacks that have not begun, and those it posts later.
    void Drop(uint32_t stream);
    bool ServesNobody() const;

 private:
    struct Letter {
        uint32_t stream;
        const Stream* held;  // null when the stream does not wait
        aclrtCallback function;
        void* argument;
        bool ended = false;
        Outcome outcome = Outcome::kDropped;
    };

    const uint64_t thread_;
    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::condition_variable ended_;
    std::deque<std::shared_ptr<Letter>> letters_;
    std::vector<uint32_t> streams_;
};

// Which thread serves which stream. A thread is known by the number it was subscribed with.
class Mailboxes {
 public:
    // 107011 when a thread serves the stream already.
    base::Status Subscribe(uint64_t thread, uint32_t stream);
    // 107012 when that thread does not serve the stream.
    base::Status Unsubscribe(uint64_t thread, uint32_t stream);
    // Ends the stream's subscription, if it has one.
    void Forget(uint32_t stream);

    std::shared_ptr<Mailbox> OfStream(uint32_t stream) const;  // null: nobody serves it
    // Of the calling thread, subscribed with pthread_self or gettid; null: it serves no stream.
    std::shared_ptr<Mailbox> OfThisThread() const;

 private:
    void ForgetLocked(uint32_t stream);

    mutable std::mutex mutex_;
    std::map<uint64_t, std::shared_ptr<Mailbox>> by_thread_;
    std::map<uint32_t, std::shared_ptr<Mailbox>> by_stream_;
};

}  // namespace aclnn_cpu::runtime
