#include "runtime/event.h"

#include <chrono>

#include "runtime/messages.h"

namespace aclnn_cpu::runtime {

void Record::Complete() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const std::lock_guard lock(mutex_);
    nanoseconds_ = static_cast<uint64_t>(std::chrono::nanoseconds(now).count());
    completed_.notify_all();
}

bool Record::IsComplete() const { return Nanoseconds() != 0; }

uint64_t Record::Nanoseconds() const {
    const std::lock_guard lock(mutex_);
    return nanoseconds_;
}

bool Record::Wait(Deadline deadline) {
    std::unique_lock lock(mutex_);
    const auto is_complete = [this] { return nanoseconds_ != 0; };
    if (deadline.has_value()) {
        return completed_.wait_until(lock, *deadline, is_complete);
    }
    completed_.wait(lock, is_complete);
    return true;
}

std::shared_ptr<Record> Event::Latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
}

std::shared_ptr<Record> Event::NewRecord() {
    auto record = std::make_shared<Record>();
    const std::lock_guard lock(mutex_);
    latest_ = record;
    return record;
}

void Event::Forget(const std::shared_ptr<Record>& record) {
    const std::lock_guard lock(mutex_);
    if (latest_ == record) {
        latest_ = nullptr;
    }
}

base::Status Event::Timestamp(const char* function, const char* parameter, uint64_t* nanoseconds) const {
    const std::shared_ptr<Record> record = Latest();
    if (record == nullptr) {
        return NotRecorded(function, parameter);
    }
    *nanoseconds = record->Nanoseconds();
    return *nanoseconds != 0 ? base::Status::Ok() : NotComplete(function, parameter);
}

}  // namespace aclnn_cpu::runtime
