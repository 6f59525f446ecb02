// What a stream has still to run, first in, first out. Keeps its room: once it has been as full as it gets, pushing
// allocates nothing, which std::deque does every few elements.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "runtime/launch.h"

namespace aclnn_cpu::runtime {

class WorkQueue {
 public:
    bool empty() const { return count_ == 0; }
    size_t size() const { return count_; }

    // Throws std::bad_alloc, and changes nothing, when more room is needed and there is none.
    void Push(Work&& work) {
        if (count_ == places_.size()) {
            Grow();
        }
        places_[Place(count_)] = std::move(work);
        ++count_;
    }

    // Not of an empty queue.
    Work Pop() {
        Work work = std::move(places_[first_]);
        first_ = Place(1);
        --count_;
        return work;
    }

    void Swap(WorkQueue& other) noexcept {
        places_.swap(other.places_);
        std::swap(first_, other.first_);
        std::swap(count_, other.count_);
    }

 private:
    // The size of places_ is 0 or a power of two.
    size_t Place(size_t nth) const { return (first_ + nth) & (places_.size() - 1); }

    void Grow() {
        constexpr size_t kFirst = 16;
        std::vector<Work> wider(places_.empty() ? kFirst : 2 * places_.size());
        for (size_t i = 0; i < count_; ++i) {
            wider[i] = std::move(places_[Place(i)]);
        }
        places_ = std::move(wider);
        first_ = 0;
    }

    std::vector<Work> places_;
    size_t first_ = 0;
    size_t count_ = 0;
};

}  // namespace aclnn_cpu::runtime
