#include "runtime/callback.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "runtime/messages.h"

namespace aclnn_cpu::runtime {

Mailbox::Outcome Mailbox::Post(const Stream& stream, aclrtCallback function, void* argument, bool wait) {
    auto letter = std::make_shared<Letter>(Letter{stream.id(), wait ? &stream : nullptr, function, argument});
    std::unique_lock lock(mutex_);
    if (std::find(streams_.begin(), streams_.end(), stream.id()) == streams_.end()) {
        return Outcome::kDropped;
    }
    letters_.push_back(letter);
    arrived_.notify_all();
    if (!wait) {
        return Outcome::kRan;
    }
    ended_.wait(lock, [&] { return letter->ended; });
    return letter->outcome;
}

bool Mailbox::RunAll(Deadline deadline) {
    std::unique_lock lock(mutex_);
    const auto any = [this] { return !letters_.empty(); };
    if (!deadline.has_value()) {
        arrived_.wait(lock, any);
    } else if (!arrived_.wait_until(lock, *deadline, any)) {
        return false;
    }
    while (!letters_.empty()) {
        const std::shared_ptr<Letter> letter = std::move(letters_.front());
        letters_.pop_front();
        lock.unlock();
        std::exception_ptr problem;  // told to this thread, but the stream goes on
        try {
            const Stream::RunningScope scope(letter->held);
            letter->function(letter->argument);
        } catch (...) {
            problem = std::current_exception();
        }
        lock.lock();
        letter->outcome = Outcome::kRan;
        letter->ended = true;
        ended_.notify_all();
        if (problem != nullptr) {
            std::rethrow_exception(problem);
        }
    }
    return true;
}

void Mailbox::Admit(uint32_t stream) {
    const std::lock_guard lock(mutex_);
    streams_.push_back(stream);
}

void Mailbox::Drop(uint32_t stream) {
    const std::lock_guard lock(mutex_);
    for (const std::shared_ptr<Letter>& letter : letters_) {
        letter->ended = letter->stream == stream;
    }
    std::erase_if(letters_, [](const std::shared_ptr<Letter>& letter) { return letter->ended; });
    ended_.notify_all();
    std::erase(streams_, stream);
}

bool Mailbox::ServesNobody() const {
    const std::lock_guard lock(mutex_);
    return streams_.empty();
}

base::Status Mailboxes::Subscribe(uint64_t thread, uint32_t stream) {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_stream_.find(stream); found != by_stream_.end()) {
        return SubscribedAlready("aclrtSubscribeReport", stream, found->second->thread());
    }
    std::shared_ptr<Mailbox>& mailbox = by_thread_[thread];
    if (mailbox == nullptr) {
        mailbox = std::make_shared<Mailbox>(thread);
    }
    mailbox->Admit(stream);
    by_stream_.emplace(stream, mailbox);
    return base::Status::Ok();
}

base::Status Mailboxes::Unsubscribe(uint64_t thread, uint32_t stream) {
    const std::lock_guard lock(mutex_);
    const auto found = by_stream_.find(stream);
    if (found == by_stream_.end() || found->second->thread() != thread) {
        return ThreadNotSubscribed(
            "aclrtUnSubscribeReport",
            fmt::format("threadId is {}, expected the thread that was subscribed to stream {}", thread,
                        stream));
    }
    ForgetLocked(stream);
    return base::Status::Ok();
}

void Mailboxes::Forget(uint32_t stream) {
    const std::lock_guard lock(mutex_);
    ForgetLocked(stream);
}

void Mailboxes::ForgetLocked(uint32_t stream) {
    const auto found = by_stream_.find(stream);
    if (found == by_stream_.end()) {
        return;
    }
    const std::shared_ptr<Mailbox> mailbox = found->second;
    by_stream_.erase(found);
    mailbox->Drop(stream);
    if (mailbox->ServesNobody()) {
        by_thread_.erase(mailbox->thread());
    }
}

std::shared_ptr<Mailbox> Mailboxes::OfStream(uint32_t stream) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_stream_.find(stream);
    return found != by_stream_.end() ? found->second : nullptr;
}

std::shared_ptr<Mailbox> Mailboxes::OfThisThread() const {
    const std::lock_guard lock(mutex_);
    for (const uint64_t name : {static_cast<uint64_t>(pthread_self()), static_cast<uint64_t>(gettid())}) {
        if (const auto found = by_thread_.find(name); found != by_thread_.end()) {
            return found->second;
        }
    }
    return nullptr;
}

}  // namespace aclnn_cpu::runtime
