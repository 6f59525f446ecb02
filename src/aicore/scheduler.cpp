#include "aicore/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "aicore/deadlock.h"

namespace aclnn_cpu::aicore {

Scheduler::Scheduler(const KernelLaunch& launch, const CoreLayout& layout, std::vector<uint32_t> order,
                     Observer* observer)
    : launch_(launch),
      layout_(layout),
      order_(std::move(order)),
      workers_(std::max(1u, std::min(launch.threads, layout_.running()))),
      loops_(SelectLoops()),
      observer_(observer),
      waiting_(workers_),
      sets_(workers_),
      turns_(workers_),
      meetings_(layout_, observer) {
    if (observer != nullptr) [[unlikely]] {
        made_before_.emplace_back(
            207001,
            fmt::format(
                "{}: out of memory for what watches its cores (ACLNN_CPU_CHECK, ACLNN_CPU_TRACE); use fewer "
                "blocks or workers, or raise this process's limit of memory",
                launch.op_type));
        no_memory_ = made_before_.begin();
    }
}

void Scheduler::Prepare(Core& core) const {
    core.launch = &launch_;
    core.soc = launch_.soc;
    core.column = ColumnOf(*launch_.soc);
    core.loops = &loops_;
    core.observer = observer_;
    core.layout = &layout_;
    core.op_type = launch_.op_type;
    core.block_count = launch_.block_count;
    core.tiling_key = launch_.tiling_key;
}

// Cores before the first that faulted still run, so that the same fault is reported whatever the workers'
// timing.
bool Scheduler::NextPosition(uint32_t* position) {
    *position = next_position_.fetch_add(1, std::memory_order_relaxed);
    return *position < layout_.running() && *position < failed_position_.load(std::memory_order_relaxed);
}

void Scheduler::Failed(uint32_t position, Fault fault) {
    const std::lock_guard lock(fault_mutex_);
    if (position < failed_position_.load(std::memory_order_relaxed)) {
        Report(ToStatus(fault, launch_.op_type, *launch_.soc));  // first: it may find no memory
        failed_position_.store(position, std::memory_order_relaxed);
    }
}

void Scheduler::NoMemoryToWatch(uint32_t position) {
    const std::lock_guard lock(fault_mutex_);
    if (position < failed_position_.load(std::memory_order_relaxed)) {
        failed_position_.store(position, std::memory_order_relaxed);
        statuses_.splice(statuses_.end(), made_before_.empty() ? statuses_ : made_before_, no_memory_);
        report_.store(no_memory_->message().c_str(), std::memory_order_release);
    }
}

void Scheduler::Report(base::Status status) {
    statuses_.push_back(std::move(status));
    report_.store(statuses_.back().message().c_str(), std::memory_order_release);
}

template <typename Body>
void Scheduler::OnEachWorker(Body body) {
    if (team_ == nullptr) {
        body(0u);
    } else {
        team_->Run([&](uint32_t worker) { body(worker); });
    }
}

// The same for what runs blocks.
template <typename Body>
void Scheduler::RunBlocks(Body body) {
    OnEachWorker([&](uint32_t worker) {
        if (observer_ == nullptr) [[likely]] {
            body(worker);
        } else {
            observer_->OnWorkerBegin();
            body(worker);
            observer_->OnWorkerEnd();
        }
    });
}

void Scheduler::BeginRound() {
    const bool more = next_position_.load(std::memory_order_relaxed) < layout_.running();
    for (uint32_t worker = 0; worker < workers_; ++worker) {
        turns_.Reach(worker, !waiting_[worker].empty() ? waiting_[worker].front()->waiter().position
                             : more                    ? 0
                                                       : Turns::kNoMore);
    }
}

void Scheduler::WorkerRound(uint32_t worker) {
    std::vector<std::unique_ptr<Runner>>& waiting = waiting_[worker];
    std::erase_if(waiting, [](std::unique_ptr<Runner>& runner) {
        return runner->waiter().released && !runner->Resume();
    });
    while (next_position_.load(std::memory_order_relaxed) <
           std::min(layout_.running(), failed_position_.load(std::memory_order_relaxed))) {
        try {
            waiting.push_back(std::make_unique<Runner>(*this, worker, AcquireCarrier(*launch_.soc)));
        } catch (const std::bad_alloc&) {
            NoCore(waiting.size());
            break;
        }
        if (!waiting.back()->Start()) {
            waiting.pop_back();
        }
    }
    turns_.Reach(worker, Turns::kNoMore);
}

// The next core cannot start; the launch fails with it.
void Scheduler::NoCore(size_t waiting) {
    uint32_t position = 0;
    if (!NextPosition(&position)) {
        return;
    }
    Fault fault;
    fault.kind = FaultKind::kHostMemory;
    fault.At(PlaceAt(position));
    fault.problem =
        fmt::format("out of memory for its core, while {} blocks of the same worker wait", waiting);
    fault.remedy = "use fewer blocks, or raise this process's limits of memory and of mappings";
    Failed(position, std::move(fault));
}

void Scheduler::AbandonAll(std::vector<std::unique_ptr<Runner>>& waiting) {
    for (std::unique_ptr<Runner>& runner : waiting) {
        runner->Abandon();
    }
    waiting.clear();
}

// In the order of the launch.
std::vector<Waiter*> Scheduler::Waiting() const {
    std::vector<Waiter*> all;
    for (const auto& of_worker : waiting_) {
        for (const std::unique_ptr<Runner>& runner : of_worker) {
            all.push_back(&runner->waiter());
        }
    }
    std::sort(all.begin(), all.end(),
              [](const Waiter* a, const Waiter* b) { return a->position < b->position; });
    return all;
}

std::vector<FlagSet> Scheduler::TakeSets() {
    std::vector<FlagSet> all;
    for (FlagSets& of_worker : sets_) {
        all.insert(all.end(), of_worker.sets.begin(), of_worker.sets.end());
        of_worker.sets.clear();
    }
    std::stable_sort(all.begin(), all.end(),  // a core's own stay in their order
                     [](const FlagSet& a, const FlagSet& b) { return a.position < b.position; });
    return all;
}

bool Scheduler::EndRound(base::Status* status) {
    if (observer_ != nullptr) [[unlikely]] {
        observer_->OnRoundEnd();
    }
    const std::vector<Waiter*> waiting = Waiting();
    uint32_t released = 0;
    if (failed_position_.load() == UINT32_MAX) {
        std::optional<Meetings::Problem> problem = meetings_.Count(TakeSets());
        if (!problem.has_value()) {
            problem = meetings_.Release(waiting, &released);
        }
        if (problem.has_value()) {
            Failed(problem->position, std::move(problem->fault));
        }
    }
    if (failed_position_.load() != UINT32_MAX) {
        *status = statuses_.back();
        return false;
    }
    if (!waiting.empty() && released == 0) {
        Report(ToStatus(DescribeDeadlock(waiting, layout_, meetings_), launch_.op_type, *launch_.soc));
        *status = statuses_.back();
        return false;
    }
    return !waiting.empty();
}

base::Status Scheduler::Run() {
    team_ = workers_ > 1 ? AcquireTeam(workers_) : nullptr;
    base::Status status;
    do {
        BeginRound();
        RunBlocks([&](uint32_t worker) { WorkerRound(worker); });
    } while (EndRound(&status));
    if (!status.ok()) {
        RunBlocks([&](uint32_t worker) { AbandonAll(waiting_[worker]); });
    }
    if (team_ != nullptr) {
        ReleaseTeam(std::move(team_));
    }
    return status;
}

}  // namespace aclnn_cpu::aicore
