#include "base/worker_team.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace aclnn_cpu::base {

struct WorkerTeam::Impl {
    std::mutex mutex;
    std::condition_variable start;
    std::condition_variable done;
    const std::function<void(uint32_t)>* body = nullptr;
    uint64_t round = 0;
    uint32_t running = 0;
    bool stop = false;
    std::vector<std::thread> threads;

    // Here, so that a team that gets only some of its threads ends them.
    ~Impl() {
        {
            const std::lock_guard lock(mutex);
            stop = true;
        }
        start.notify_all();
        for (std::thread& thread : threads) {
            thread.join();
        }
    }

    void Loop(uint32_t worker) {
        uint64_t seen = 0;
        std::unique_lock lock(mutex);
        while (true) {
            start.wait(lock, [&] { return stop || round != seen; });
            if (stop) {
                return;
            }
            seen = round;
            lock.unlock();
            (*body)(worker);
            lock.lock();
            if (--running == 0) {
                done.notify_one();
            }
        }
    }
};

WorkerTeam::WorkerTeam(uint32_t workers) : impl_(std::make_unique<Impl>()) {
    for (uint32_t worker = 1; worker < workers; ++worker) {
        impl_->threads.emplace_back([impl = impl_.get(), worker] { impl->Loop(worker); });
    }
}

WorkerTeam::~WorkerTeam() = default;

uint32_t WorkerTeam::size() const { return static_cast<uint32_t>(impl_->threads.size()) + 1; }

void WorkerTeam::Run(const std::function<void(uint32_t)>& body) {
    if (!impl_->threads.empty()) {
        const std::lock_guard lock(impl_->mutex);
        impl_->body = &body;
        impl_->running = static_cast<uint32_t>(impl_->threads.size());
        ++impl_->round;
        impl_->start.notify_all();
    }
    body(0);
    if (!impl_->threads.empty()) {
        std::unique_lock lock(impl_->mutex);
        impl_->done.wait(lock, [&] { return impl_->running == 0; });
    }
}

}  // namespace aclnn_cpu::base
