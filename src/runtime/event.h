// Events: a point in a stream's work that other streams and the host can wait for.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "base/status.h"
#include "runtime/stream.h"

namespace aclnn_cpu::runtime {

// One call of aclrtRecordEvent. Who waits for an event waits for the record that was the latest at that
// moment, whatever is recorded later.
class Record {
 public:
    void Complete();
    bool IsComplete() const;

    // Nanoseconds on the steady clock; 0 when not complete.
    uint64_t Nanoseconds() const;

    // False when the deadline came first.
    bool Wait(Deadline deadline);

 private:
    mutable std::mutex mutex_;
    std::condition_variable completed_;
    uint64_t nanoseconds_ = 0;
};

class Event {
 public:
    Event(uint32_t id, bool complete_before_first_record)
        : id_(id), complete_before_first_record_(complete_before_first_record) {}

    uint32_t id() const { return id_; }
    bool complete_before_first_record() const { return complete_before_first_record_; }

    std::shared_ptr<Record> Latest() const;  // null: none
    std::shared_ptr<Record> NewRecord();
    void Forget(const std::shared_ptr<Record>& record);  // if it is the latest

    bool Awaited() const { return waiting_streams_.load(std::memory_order_acquire) != 0; }

    // When the latest record completed. `parameter` names this event in messages.
    base::Status Timestamp(const char* function, const char* parameter, uint64_t* nanoseconds) const;

 private:
    friend class StreamWait;

    const uint32_t id_;
    const bool complete_before_first_record_;
    mutable std::mutex mutex_;
    std::shared_ptr<Record> latest_;
    std::atomic<uint32_t> waiting_streams_{0};
};

// Counts a stream as waiting for the event while it lives.
class StreamWait {
 public:
    explicit StreamWait(std::shared_ptr<Event> event) : event_(std::move(event)) {
        ++event_->waiting_streams_;
    }
    StreamWait(const StreamWait&) = delete;
    StreamWait& operator=(const StreamWait&) = delete;
    ~StreamWait() { --event_->waiting_streams_; }

 private:
    std::shared_ptr<Event> event_;
};

// Completes a record when it goes away: also when the work that carries it is dropped, so that nobody waits
// for ever.
class PendingRecord {
 public:
    explicit PendingRecord(std::shared_ptr<Record> record) : record_(std::move(record)) {}
    PendingRecord(const PendingRecord&) = delete;
    PendingRecord& operator=(const PendingRecord&) = delete;
    ~PendingRecord() { record_->Complete(); }

 private:
    std::shared_ptr<Record> record_;
};

}  // namespace aclnn_cpu::runtime
