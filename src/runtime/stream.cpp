#include "runtime/stream.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "acl/acl_base.h"
#include "base/log.h"
#include "runtime/messages.h"

namespace aclnn_cpu::runtime {
namespace {

// Polling for this long before sleeping saves a wake-up where the work is about to end; longer would take a
// core from it.
constexpr auto kSpin = std::chrono::microseconds(5);

thread_local const Stream* t_running = nullptr;

base::Status RunGuarded(const Stream& stream, Work& work) {
    const Stream::RunningScope scope(&stream);
    base::Status status = RunCaught(work.run);
    work.run = nullptr;  // what the work holds is released before anyone is told that it is done
    return status;
}

}  // namespace

base::Status RunCaught(base::Task& run) {
    try {
        return run();
    } catch (const std::bad_alloc&) {
        return base::Status(ACL_ERROR_BAD_ALLOC, "out of host memory");
    } catch (const std::exception& error) {
        return base::Status(ACL_ERROR_INTERNAL_ERROR, error.what());
    } catch (...) {
        return base::Status(ACL_ERROR_INTERNAL_ERROR, "an exception of unknown type");
    }
}

Deadline DeadlineIn(int64_t milliseconds) {
    if (milliseconds < 0) {
        return std::nullopt;
    }
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

Stream::~Stream() { Close(/*drop_queued=*/true); }

const Stream* Stream::RunningHere() { return t_running; }

Stream::RunningScope::RunningScope(const Stream* stream) : outer_(std::exchange(t_running, stream)) {}

Stream::RunningScope::~RunningScope() { t_running = outer_; }

bool Stream::Submit(Work&& work, uint64_t* number) {
    if (work.estimated_nanoseconds < kInlineNanoseconds && TryRunHere(work)) {
        if (number != nullptr) {
            *number = 0;  // done
        }
        return true;
    }
    const std::lock_guard lock(mutex_);
    if (closed_) {
        return false;
    }
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { RunQueue(); });
    }
    queue_.Push(std::move(work));
    const uint64_t mine = submitted_.load(std::memory_order_relaxed) + 1;
    submitted_.store(mine, std::memory_order_release);
    if (number != nullptr) {
        *number = mine;
    }
    if (!busy_) {
        wake_.notify_one();
    }
    return true;
}

bool Stream::TryRunHere(Work& work) {
    std::unique_lock lock(mutex_);
    if (closed_ || busy_ || !queue_.empty()) {
        return false;
    }
    busy_ = true;
    submitted_.store(submitted_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    lock.unlock();
    base::Status status = RunGuarded(*this, work);
    lock.lock();
    Finish(work.name, std::move(status));
    return true;
}

void Stream::RunQueue() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return queue_.empty() ? ended_ : !busy_; });
        if (queue_.empty()) {
            return;
        }
        Work work = queue_.Pop();
        busy_ = true;
        lock.unlock();
        base::Status status = RunGuarded(*this, work);
        lock.lock();
        Finish(work.name, std::move(status));
    }
}

void Stream::Finish(const char* name, base::Status&& status) {
    busy_ = false;
    if (!status.ok() && !failure_.has_value()) {
        failure_ = Failure{name, std::move(status)};
        failed_.store(true, std::memory_order_release);
    }
    Complete(1 + std::exchange(dropped_, 0));
    if (!queue_.empty()) {
        wake_.notify_one();
    }
}

void Stream::Complete(uint64_t count) {
    completed_.store(completed_.load(std::memory_order_relaxed) + count, std::memory_order_release);
    if (waiting_ != 0) {
        done_.notify_all();
    }
}

bool Stream::WaitFor(uint64_t count, Deadline deadline) {
    const auto reached = [this, count] { return completed_.load(std::memory_order_acquire) >= count; };
    if (reached()) {
        return true;
    }
    const auto now = std::chrono::steady_clock::now();
    const auto spin_end = deadline.has_value() ? std::min(now + kSpin, *deadline) : now + kSpin;
    while (std::chrono::steady_clock::now() < spin_end) {
        if (reached()) {
            return true;
        }
    }
    std::unique_lock lock(mutex_);
    const auto over = [&] { return reached() || abandoned(); };
    ++waiting_;
    if (deadline.has_value()) {
        done_.wait_until(lock, *deadline, over);
    } else {
        done_.wait(lock, over);
    }
    --waiting_;
    return reached();
}

base::Status Stream::TakeError(const char* function) {
    if (!failed_.load(std::memory_order_acquire)) {
        return base::Status::Ok();
    }
    std::unique_lock lock(mutex_);
    if (!failure_.has_value()) {
        return base::Status::Ok();
    }
    const Failure failure = *std::exchange(failure_, std::nullopt);
    failed_.store(false, std::memory_order_release);
    lock.unlock();
    return WorkFailed(function, id(), failure.work, failure.status);
}

void Stream::Close(bool drop_queued) {
    WorkQueue dropped;  // destroyed outside the lock: work may hold anything
    uint64_t all = 0;
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        if (drop_queued) {
            dropped.Swap(queue_);
            if (busy_) {
                dropped_ += dropped.size();
            } else {
                Complete(dropped.size());
            }
        }
        all = Submitted();
    }
    dropped = {};
    const bool done = WaitFor(all, std::nullopt);
    std::thread thread;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        wake_.notify_all();
        thread = std::move(thread_);
    }
    if (thread.joinable()) {
        if (done) {
            thread.join();
        } else {
            thread.detach();
        }
    }
    if (const base::Status error = TakeError("aclrtDestroyStream"); !error.ok()) {
        base::Log(base::LogLevel::kWarning, error.message());
    }
}

void Stream::Abandon() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    never_run_.Swap(queue_);  // not destroyed: what the work holds may need libraries that are gone already
    abandoned_.store(true, std::memory_order_release);
    done_.notify_all();
}

}  // namespace aclnn_cpu::runtime
