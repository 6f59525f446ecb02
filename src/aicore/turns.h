// Whose turn it is, among the cores that run at the same time, to change global memory in a way whose result
// depends on the order (atomic copies of floats): one after the other, in the order of the launch.
//
// A core has its turn once every core before it has, in this round, finished or come to a wait. Each worker
// runs its cores of a round in ascending position and says, before each, which one it is about to run. So
// what workers said are lower bounds of what they run now and later in the round, and a position has its turn
// when no other worker's bound is below it.
//
// Waiting here blocks the thread, and cannot end in a deadlock: of the cores that run, the one at the lowest
// position never waits. The other workers' bounds below it can only be those of workers on their way from one
// core to the next, which block nowhere and then raise their bounds. So it runs on until it finishes or comes
// to a wait, and the next lowest takes its place.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace aclnn_cpu::aicore {

class Turns {
 public:
    static constexpr uint32_t kNoMore = UINT32_MAX;

    explicit Turns(uint32_t workers) : bounds_(workers) {}

    // The worker will run nothing before this position until the round ends. The bounds at the start of a
    // round are set while no worker runs.
    void Reach(uint32_t worker, uint32_t position);

    // For the core at `position`, which `worker` runs: returns when it has its turn, which it then keeps
    // until it finishes or waits.
    void Await(uint32_t worker, uint32_t position);

    // Whether it has its turn now.
    bool Has(uint32_t worker, uint32_t position) const;

 private:
    struct alignas(64) Bound {
        std::atomic<uint32_t> position{0};
    };

    std::vector<Bound> bounds_;  // by worker
    std::atomic<uint32_t> sleepers_{0};
    std::mutex mutex_;
    std::condition_variable raised_;
};

}  // namespace aclnn_cpu::aicore
