// The scheduler: the cores of a launch over workers, in rounds.
//
// In a round every worker runs what it can: cores that the end of the last round has released, then new ones
// from one common counter, so cores start in order. A core that waits keeps its memories and its fiber, and
// stays with its worker; those that never wait run one after the other on one fiber. When no worker has
// anything left, the launching thread decides: all done; some waits have come true and those cores go on; or
// nothing can ever go on, which is a deadlock. A flag set in a round takes effect at its end. So what a core
// sees and does depends on none of this, and results do not depend on the number of workers.
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "aicore/core.h"
#include "aicore/core_layout.h"
#include "aicore/fault.h"
#include "aicore/launch.h"
#include "aicore/leave.h"
#include "aicore/meetings.h"
#include "aicore/pool.h"
#include "aicore/turns.h"

namespace aclnn_cpu::aicore {

class Scheduler;

// A fiber at work in a launch.
class Runner : public BlockWaiter {
 public:
    Runner(Scheduler& scheduler, uint32_t worker, std::unique_ptr<Carrier> carrier);
    ~Runner() override { ReleaseCarrier(std::move(carrier_)); }

    // Runs cores until one waits or none is left. Returns whether one waits.
    bool Start();
    bool Resume();
    void Abandon();  // unwinds the core that waits

    void Await(const Wait& wait) override;
    void SetFlag(const FlagSet& set) override;
    void AwaitTurn() override;
    bool HasTurn() override;
    bool Unwinds() const override { return abandoned_ || failed_; }
    void Failed(const Fault& fault) override;
    void GoesOn() override;
    const char* Report() const override;
    [[noreturn]] void Terminated() override;

    Waiter& waiter() { return waiter_; }

 private:
    void RunCores();
    void RunCore();
    bool Begin();
    void Threw(std::string_view what);
    void Note(const Fault& fault);
    void NoMemoryToWatch();
    void EndCore();
    [[noreturn]] void LeaveCore();

    Scheduler& scheduler_;
    const uint32_t worker_;
    std::unique_ptr<Carrier> carrier_;
    Waiter waiter_;          // place and position of the core that runs; what it waits for
    bool has_turn_ = false;  // until it waits or ends
    bool abandoned_ = false;
    bool failed_ = false;    // this core
    bool observed_ = false;  // its observers know that it has begun
    uint32_t went_on_ = 0;   // calls of its kernel while it unwinds
};

class Scheduler {
 public:
    // `order`: indices of cores by position; empty: as they are. `observer`: may be null.
    Scheduler(const KernelLaunch& launch, const CoreLayout& layout, std::vector<uint32_t> order,
              Observer* observer);

    base::Status Run();

    // For runners, on their workers.
    void Prepare(Core& core) const;
    Observer* observer() const { return observer_; }
    bool NextPosition(uint32_t* position);
    CorePlace PlaceAt(uint32_t position) const {
        return layout_.At(order_.empty() ? layout_.first_running() + position : order_[position]);
    }
    void RunKernel() const { CallWatched(launch_.entry, launch_.arguments.data(), launch_.tiling_key); }
    void Failed(uint32_t position, Fault fault);
    // The same for a core of an observed launch that there is no memory to watch, with a report that was made before.
    void NoMemoryToWatch(uint32_t position);
    const char* report() const { return report_.load(std::memory_order_acquire); }
    void AddFlag(uint32_t worker, const FlagSet& set) { sets_[worker].sets.push_back(set); }
    Meetings& meetings() { return meetings_; }
    Turns& turns() { return turns_; }

 private:
    struct alignas(64) FlagSets {
        std::vector<FlagSet> sets;
    };

    void BeginRound();
    void WorkerRound(uint32_t worker);
    bool EndRound(base::Status* status);  // whether there is another round
    void NoCore(size_t waiting);
    void AbandonAll(std::vector<std::unique_ptr<Runner>>& waiting);
    std::vector<Waiter*> Waiting() const;
    std::vector<FlagSet> TakeSets();
    void Report(base::Status status);
    template <typename Body>
    void OnEachWorker(Body body);
    template <typename Body>
    void RunBlocks(Body body);

    const KernelLaunch& launch_;
    const CoreLayout& layout_;
    const std::vector<uint32_t> order_;
    const uint32_t workers_;
    const Loops& loops_;
    Observer* const observer_;
    std::unique_ptr<base::WorkerTeam> team_;                     // null: the calling thread alone
    std::vector<std::vector<std::unique_ptr<Runner>>> waiting_;  // by worker, ascending positions
    std::vector<FlagSets> sets_;                                 // of this round, by worker
    Turns turns_;
    Meetings meetings_;
    std::atomic<uint32_t> next_position_{0};
    std::atomic<uint32_t> failed_position_{UINT32_MAX};  // the first in order that faulted
    std::mutex fault_mutex_;
    std::list<base::Status> statuses_;     // of faults, the last one is its
    std::list<base::Status> made_before_;  // the one for NoMemoryToWatch, until it is among them
    std::list<base::Status>::iterator no_memory_;
    std::atomic<const char*> report_{nullptr};  // the message of the last
};

}  // namespace aclnn_cpu::aicore
