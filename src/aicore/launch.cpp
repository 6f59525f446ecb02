// The scheduler: blocks over workers, in rounds.
//
// In a round every worker runs what it can: blocks that a barrier has just released, then new blocks from one
// common counter, so blocks start in order. A block that waits keeps its core and its fiber, and stays with
// its worker; blocks that never wait run one after the other on one core and one fiber. When no worker has
// anything left, the launching thread decides: all done; all blocks wait for one another and are released; or
// nothing can ever go on, which is a deadlock. What a block sees and does depends on none of this, so results
// do not depend on the number of workers.
#include "aicore/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "aicore/core.h"
#include "aicore/fault.h"
#include "aicore/pool.h"
#include "aicore/text.h"
#include "aicore/turns.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore {

namespace {

// Positions of blocks in the order they start: 0, 1, 2, ... (an empty order) or shuffled by a seed.
std::vector<uint32_t> MakeOrder(uint32_t blocks, std::optional<uint64_t> seed) {
    if (!seed.has_value()) {
        return {};
    }
    std::vector<uint32_t> order(blocks);
    std::iota(order.begin(), order.end(), 0u);
    std::mt19937_64 random(*seed);
    for (uint32_t i = blocks; i > 1; --i) {
        std::swap(order[i - 1], order[random() % i]);
    }
    return order;
}

// "0-2, 4": for blocks in ascending order.
std::string Ranges(const std::vector<uint32_t>& blocks) {
    std::string text;
    for (size_t i = 0; i < blocks.size();) {
        size_t j = i;
        while (j + 1 < blocks.size() && blocks[j + 1] == blocks[j] + 1) {
            ++j;
        }
        text += text.empty() ? "" : ", ";
        text += j == i ? fmt::format("{}", blocks[i]) : fmt::format("{}-{}", blocks[i], blocks[j]);
        i = j + 1;
    }
    return text;
}

class Scheduler;

// A fiber at work in a launch.
class Runner : public BlockWaiter {
 public:
    Runner(Scheduler& scheduler, uint32_t worker, std::unique_ptr<Carrier> carrier);
    ~Runner() override { ReleaseCarrier(std::move(carrier_)); }

    // Runs blocks until one waits or none is left. Returns whether one waits.
    bool Start();
    bool Resume();
    void Abandon();  // unwinds the block that waits

    void SyncAll(const CallSite& site) override;
    void AwaitTurn() override;

    uint32_t block() const { return carrier_->core.block; }
    uint32_t position() const { return position_; }
    const CallSite& waits_at() const { return waits_at_; }

 private:
    void RunBlocks();
    void RunBlock(uint32_t position);
    void Threw(uint32_t position, std::string_view what);

    Scheduler& scheduler_;
    const uint32_t worker_;
    std::unique_ptr<Carrier> carrier_;
    uint32_t position_ = 0;  // of the block, in the order of the launch
    CallSite waits_at_;
    bool abandoned_ = false;
};

class Scheduler {
 public:
    Scheduler(const KernelLaunch& launch, std::vector<uint32_t> order)
        : launch_(launch), order_(std::move(order)), loops_(SelectLoops()), observer_(CurrentObserver()) {}

    base::Status Run();

    // For runners.
    void Prepare(Core& core) const;
    bool NextPosition(uint32_t* position);
    uint32_t BlockAt(uint32_t position) const { return order_.empty() ? position : order_[position]; }
    void RunKernel() const { launch_.entry(launch_.arguments.data(), launch_.tiling_key); }
    void Failed(uint32_t position, Fault fault);
    Turns& turns() { return *turns_; }

 private:
    void BeginRound();
    void WorkerRound(uint32_t worker);
    void NoCore(size_t waiting);
    void AbandonAll(std::vector<std::unique_ptr<Runner>>& waiting);
    std::vector<const Runner*> Waiting() const;
    base::Status Deadlock(const std::vector<const Runner*>& waiting) const;
    template <typename Body>
    void OnEachWorker(Body body);

    const KernelLaunch& launch_;
    const std::vector<uint32_t> order_;
    const Loops& loops_;
    Observer* const observer_;
    std::unique_ptr<base::WorkerTeam> team_;                     // null: the calling thread alone
    std::vector<std::vector<std::unique_ptr<Runner>>> waiting_;  // by worker
    std::optional<Turns> turns_;
    std::atomic<uint32_t> next_position_{0};
    std::atomic<uint32_t> failed_position_{UINT32_MAX};  // the first in order that faulted
    std::mutex fault_mutex_;
    Fault fault_;  // its fault
};

// ---- Runner

Runner::Runner(Scheduler& scheduler, uint32_t worker, std::unique_ptr<Carrier> carrier)
    : scheduler_(scheduler), worker_(worker), carrier_(std::move(carrier)) {
    scheduler_.Prepare(carrier_->core);
    carrier_->core.waiter = this;
}

bool Runner::Start() {
    SetCurrentCore(&carrier_->core);
    carrier_->fiber.Start([](void* self) { static_cast<Runner*>(self)->RunBlocks(); }, this);
    SetCurrentCore(nullptr);
    return carrier_->fiber.suspended();
}

bool Runner::Resume() {
    scheduler_.turns().Reach(worker_, position_);
    SetCurrentCore(&carrier_->core);
    carrier_->fiber.Resume();
    SetCurrentCore(nullptr);
    return carrier_->fiber.suspended();
}

void Runner::Abandon() {
    abandoned_ = true;
    Resume();
}

void Runner::SyncAll(const CallSite& site) {
    if (abandoned_) {
        return;  // called by a destructor while the block unwinds
    }
    waits_at_ = site;
    carrier_->fiber.Suspend();
    if (abandoned_) {
        throw Abandoned{};
    }
}

void Runner::AwaitTurn() {
    if (!abandoned_) {
        scheduler_.turns().Await(worker_, position_);
    }
}

void Runner::RunBlocks() {
    while (!abandoned_ && scheduler_.NextPosition(&position_)) {
        RunBlock(position_);
    }
}

void Runner::RunBlock(uint32_t position) {
    scheduler_.turns().Reach(worker_, position);
    Core& core = carrier_->core;
    core.Begin(scheduler_.BlockAt(position));
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnBlockBegin(core);
    }
    try {
        scheduler_.RunKernel();
    } catch (KernelFault& raised) {
        scheduler_.Failed(position, std::move(raised.fault));
    } catch (const Abandoned&) {
    } catch (const std::exception& error) {
        Threw(position, error.what());
    } catch (...) {
        Threw(position, "not a std::exception");
    }
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnBlockEnd(core);
    }
}

void Runner::Threw(uint32_t position, std::string_view what) {
    Fault fault;
    fault.block = carrier_->core.block;
    fault.problem = fmt::format("the kernel threw an exception: {}", what);
    scheduler_.Failed(position, std::move(fault));
}

// ---- Scheduler

void Scheduler::Prepare(Core& core) const {
    core.soc = launch_.soc;
    core.column = ColumnOf(*launch_.soc);
    core.loops = &loops_;
    core.observer = observer_;
    core.op_type = launch_.op_type;
    core.block_count = launch_.block_count;
    core.tiling_key = launch_.tiling_key;
}

// Blocks before the first that faulted still run, so that the same fault is reported whatever the workers'
// timing.
bool Scheduler::NextPosition(uint32_t* position) {
    *position = next_position_.fetch_add(1, std::memory_order_relaxed);
    return *position < launch_.block_count && *position < failed_position_.load(std::memory_order_relaxed);
}

void Scheduler::Failed(uint32_t position, Fault fault) {
    const std::lock_guard lock(fault_mutex_);
    if (position < failed_position_.load(std::memory_order_relaxed)) {
        failed_position_.store(position, std::memory_order_relaxed);
        fault_ = std::move(fault);
    }
}

template <typename Body>
void Scheduler::OnEachWorker(Body body) {
    if (team_ == nullptr) {
        body(0u);
    } else {
        team_->Run([&](uint32_t worker) { body(worker); });
    }
}

void Scheduler::BeginRound() {
    const bool more = next_position_.load(std::memory_order_relaxed) < launch_.block_count;
    for (uint32_t worker = 0; worker < waiting_.size(); ++worker) {
        turns_->Reach(worker, !waiting_[worker].empty() ? waiting_[worker].front()->position()
                              : more                    ? 0
                                                        : Turns::kNoMore);
    }
}

void Scheduler::WorkerRound(uint32_t worker) {
    std::vector<std::unique_ptr<Runner>>& waiting = waiting_[worker];
    std::erase_if(waiting, [](std::unique_ptr<Runner>& runner) { return !runner->Resume(); });
    while (next_position_.load(std::memory_order_relaxed) <
           std::min(launch_.block_count, failed_position_.load(std::memory_order_relaxed))) {
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
    turns_->Reach(worker, Turns::kNoMore);
}

// The next block cannot start; the launch fails with it.
void Scheduler::NoCore(size_t waiting) {
    uint32_t position = 0;
    if (!NextPosition(&position)) {
        return;
    }
    Fault fault;
    fault.kind = FaultKind::kHostMemory;
    fault.block = BlockAt(position);
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

std::vector<const Runner*> Scheduler::Waiting() const {
    std::vector<const Runner*> all;
    for (const auto& of_worker : waiting_) {
        for (const std::unique_ptr<Runner>& runner : of_worker) {
            all.push_back(runner.get());
        }
    }
    std::sort(all.begin(), all.end(),
              [](const Runner* a, const Runner* b) { return a->block() < b->block(); });
    return all;
}

base::Status Scheduler::Deadlock(const std::vector<const Runner*>& waiting) const {
    std::vector<uint32_t> blocks;
    std::vector<uint32_t> gone;
    blocks.reserve(waiting.size());
    for (const Runner* runner : waiting) {
        blocks.push_back(runner->block());
    }
    for (uint32_t block = 0; block < launch_.block_count; ++block) {
        if (!std::binary_search(blocks.begin(), blocks.end(), block)) {
            gone.push_back(block);
        }
    }
    const Runner& first = *waiting.front();
    Fault fault;
    fault.kind = FaultKind::kDeadlock;
    fault.block = first.block();
    fault.instruction = "SyncAll";
    fault.site = first.waits_at();
    fault.problem = fmt::format("blocks {} wait for blocks {}, which have ended without coming here",
                                Ranges(blocks), Ranges(gone));
    fault.remedy = "every block must call SyncAll equally often, blocks without work too";
    return ToStatus(fault, launch_.op_type, *launch_.soc);
}

base::Status Scheduler::Run() {
    const uint32_t workers = std::max(1u, std::min(launch_.threads, launch_.block_count));
    team_ = workers > 1 ? AcquireTeam(workers) : nullptr;
    waiting_.resize(workers);
    turns_.emplace(workers);
    base::Status status;
    while (true) {
        BeginRound();
        OnEachWorker([&](uint32_t worker) { WorkerRound(worker); });
        const std::vector<const Runner*> waiting = Waiting();
        if (failed_position_.load() != UINT32_MAX) {
            status = ToStatus(fault_, launch_.op_type, *launch_.soc);
            break;
        }
        if (waiting.empty()) {
            break;
        }
        if (waiting.size() != launch_.block_count) {
            status = Deadlock(waiting);
            break;
        }
    }
    OnEachWorker([&](uint32_t worker) { AbandonAll(waiting_[worker]); });
    if (team_ != nullptr) {
        ReleaseTeam(std::move(team_));
    }
    return status;
}

}  // namespace

base::Status Launch(const KernelLaunch& launch) {
    if (launch.block_count == 0 || launch.entry == nullptr || launch.soc == nullptr) {
        return base::Status(
            107000,
            fmt::format("{}: the launch has {} blocks{}{}, expected at least 1 block, a kernel and a chip",
                        launch.op_type, launch.block_count, launch.entry == nullptr ? ", no kernel" : "",
                        launch.soc == nullptr ? ", no chip" : ""));
    }
    if (launch.block_count > kMaxBlocks) {
        return base::Status(
            107000, fmt::format("{}: the launch has {} blocks, expected at most {}; let each block do more",
                                launch.op_type, launch.block_count, kMaxBlocks));
    }
    return Scheduler(launch, MakeOrder(launch.block_count, base::CurrentSettings().schedule_seed)).Run();
}

}  // namespace aclnn_cpu::aicore
