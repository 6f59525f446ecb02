#include "aicore/turns.h"

namespace aclnn_cpu::aicore {

// Sequentially consistent on both sides: either the sleeper sees the new bound, or we see the sleeper.
void Turns::Reach(uint32_t worker, uint32_t position) {
    bounds_[worker].position.store(position);
    if (sleepers_.load() != 0) {
        { const std::lock_guard lock(mutex_); }
        raised_.notify_all();
    }
}

void Turns::Await(uint32_t worker, uint32_t position) {
    if (Has(worker, position)) {
        return;
    }
    std::unique_lock lock(mutex_);
    ++sleepers_;
    raised_.wait(lock, [&] { return Has(worker, position); });
    --sleepers_;
}

bool Turns::Has(uint32_t worker, uint32_t position) const {
    for (uint32_t other = 0; other < bounds_.size(); ++other) {
        if (other != worker && bounds_[other].position.load() < position) {
            return false;
        }
    }
    return true;
}

}  // namespace aclnn_cpu::aicore
