#include "aicore/check/checker.h"

#include <fmt/format.h>

#include <algorithm>

#include "aicore/check/core_parameters.h"
#include "aicore/check/words.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"
#include "base/log.h"

namespace aclnn_cpu::aicore::check {

namespace {

CoreChecker& Of(const Core& core) { return *static_cast<CoreChecker*>(core.check_state); }

constexpr uint32_t kMostTracked = 2048;  // cores, whose clocks take some 60 KB for each wait

// What an access does to bytes that it has in common with another.
std::string VerbOf(const GlobalAccess& access, const GlobalAccess& other) {
    if (access.use != GlobalUse::kCombine) {
        return access.use == GlobalUse::kRead ? "reads" : "writes";
    }
    const auto& [operation, type] = access.combination;
    if (other.use == GlobalUse::kCombine) {
        return fmt::format("changes by atomic {} of {}", InfoOf(operation).name, TypeName(type));
    }
    return operation == Opcode::kAdd ? "adds atomically to"
                                     : fmt::format("changes by atomic {}", InfoOf(operation).name);
}

std::string RemedyFor(const Race& race) {
    const bool same_call = race.a.site.file == race.b.site.file && race.a.site.line == race.b.site.line;
    if (race.a.use == GlobalUse::kCombine && race.b.use == GlobalUse::kCombine) {
        return "use one operation and one type in all blocks, or put SyncAll between the two: the result "
               "depends on which comes first";
    }
    if (race.a.use == GlobalUse::kCombine || race.b.use == GlobalUse::kCombine) {
        if (race.a.use == GlobalUse::kRead || race.b.use == GlobalUse::kRead) {
            return "put SyncAll between the two: the result is complete when every block has added its part";
        }
        return same_call
                   ? "atomic copies are on in one block and off in the other: call SetAtomicAdd in both, "
                     "or give each block its own bytes"
                   : "put SyncAll between the plain write and the atomic copies, so that it comes before "
                     "all of them or behind, or make it atomic as well";
    }
    if (race.a.use == GlobalUse::kRead || race.b.use == GlobalUse::kRead) {
        return "put SyncAll between the two, or let no block read what another one writes";
    }
    return same_call
               ? "the blocks' shares overlap: correct the offset or the count that follow from GetBlockIdx "
                 "(atomic copies are for values that are to be added up)"
               : "give each block its own bytes, or put SyncAll between the two";
}

}  // namespace

Checker::Checker(uint32_t cores, bool strict)
    : strict_(strict),
      places_(cores),
      logs_(cores),
      value_hints_(cores),
      mask_hints_(cores),
      narrow_hints_(cores),
      atomic_hints_(cores),
      tracked_(cores <= kMostTracked) {}

Checker::~Checker() = default;

void Checker::OnLaunchBegin(const KernelLaunch& launch, const CoreLayout& layout) {
    launch_ = &launch;
    fitting_ = UINT32_MAX;
    if (const uint32_t cubes = layout.PerGroup(CoreKind::kCube); cubes != 0) {
        fitting_ = std::min(fitting_, launch.soc->aic_cores() / cubes);
    }
    if (const uint32_t vectors = layout.PerGroup(CoreKind::kVector); vectors != 0) {
        fitting_ = std::min(fitting_, launch.soc->aiv_cores() / vectors);
    }
}

void Checker::OnBlockBegin(const Core& core) {
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<CoreChecker>& checker = checkers_[&core];
        if (checker == nullptr) {
            checker = std::make_unique<CoreChecker>(core, strict_);
        }
        core.check_state = checker.get();
        places_[core.index] = core;
    }
    Of(core).Begin(core);
}

void Checker::OnKernelEnd(const Core& core) {
    atomic_hints_[core.index] = AtomicLeftOn(core);
    Of(core).masks().KernelEnd(core);
    Of(core).KernelEnd(core);
}

void Checker::OnBlockEnd(const Core& core) {
    const std::lock_guard lock(mutex_);
    value_hints_[core.index] = Of(core).hint();
    mask_hints_[core.index] = Of(core).masks().hint();
    narrow_hints_[core.index] = Of(core).narrow_hint();
    logs_[core.index] = Of(core).TakeLog();
}

void Checker::OnInstructionBegin(const Core& core, const Instruction& instruction) {
    Of(core).InstructionBegin(core, instruction);
}
void Checker::OnTransfer(const Core& core, const Instruction& instruction, const Transfer& transfer) {
    Of(core).OnTransfer(core, instruction, transfer);
}
void Checker::OnInstructionEnd(const Core& core, const Instruction& instruction) {
    Of(core).InstructionEnd(core, instruction);
}
void Checker::OnAllocate(const Core& core, const BufferRecord& record) { Of(core).OnAllocate(core, record); }
void Checker::OnQueue(const Core& core, const QueueEvent& event) { Of(core).OnQueue(core, event); }
void Checker::OnFlag(const Core& core, const FlagEvent& event) { Of(core).OnFlag(core, event); }
void Checker::OnPipeBarrier(const Core& core, pipe_t pipe, const CallSite&) { Of(core).OnPipeBarrier(pipe); }
void Checker::OnScalar(const Core& core, const Operand& element, bool write, const CallSite& site) {
    Of(core).OnScalar(core, element, write, site);
}
void Checker::OnLocalAddress(const Core& core, AscendC::TPosition position, uint64_t address) {
    Of(core).OnLocalAddress(core, position, address);
}
void Checker::OnMask(const Core& core, MaskMeaning meaning, const CallSite& site) {
    Of(core).masks().OnMask(core, meaning, site);
}
void Checker::OnMaskMode(const Core& core, const CallSite& site) { Of(core).masks().OnMaskMode(core, site); }
void Checker::OnPipeReset(const Core& core) {
    Of(core).masks().OnPipeReset(core);
    Of(core).OnPipeReset(core);
}

// ---- between cores

void Checker::OnRoundEnd() {
    if (barrier_.changed) {
        barrier_.seen = std::make_shared<const CoreClocks>(barrier_.now);
        barrier_.changed = false;
    }
}

void Checker::Take(const Core& core, Sets& sets) {
    if (!sets.empty()) {  // none: a skipped block's
        Of(core).Acquire(sets.front());
        sets.pop_front();
    }
}

// Where all must meet, all have to run at the same time.
void Checker::CheckFitting(const Core& core, std::string call, const CallSite& site) const {
    if (core.block_count > fitting_) {
        RaiseCall(
            core, FaultKind::kDeadlock, std::move(call), site,
            fmt::format("the launch has {} blocks, expected at most {}, which {} runs at the same time: the "
                        "others start when one of these ends, and these wait for them",
                        core.block_count, fitting_, core.soc->name),
            "start no more blocks than that, and let each do more");
    }
}

void Checker::OnSyncAllArrive(const Core& core, const CallSite& site) {
    CheckFitting(core, "SyncAll", site);
    const CoreClocks released = Of(core).Release(core, PIPE_ALL);
    if (tracked_) {
        const std::lock_guard lock(mutex_);
        Join(barrier_.now, released);
        barrier_.changed = true;
    }
}

void Checker::OnSyncAllLeave(const Core& core, const CallSite&) {
    if (barrier_.seen != nullptr) {  // null: not tracked, or called while the block unwinds
        Of(core).Acquire(barrier_.seen);
    }
}

void Checker::OnCrossCoreFlag(const Core& core, const CrossCoreFlagEvent& event) {
    if (!event.wait && event.mode == 0) {
        CheckFitting(core, fmt::format("CrossCoreSetFlag<0, {}>({})", PipeName(event.pipe), event.id),
                     event.site);
    }
    SharedClocks released;
    if (!event.wait) {
        released = std::make_shared<const CoreClocks>(Of(core).Release(core, event.pipe));
    }
    if (!tracked_) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (event.wait) {
        Take(core, flags_[{core.index, event.id}]);
    } else {
        early_[{core.index, event.mode, event.id}].push_back(std::move(released));
    }
}

void Checker::OnFlagMeeting(const FlagMeeting& meeting) {
    if (!tracked_) {
        return;
    }
    CoreClocks met;
    for (const uint32_t core : meeting.setters) {
        Sets& early = early_[{core, meeting.mode, meeting.id}];
        Join(met, *early.front());
        early.pop_front();
    }
    const auto shared = std::make_shared<const CoreClocks>(std::move(met));
    for (const uint32_t core : meeting.receivers) {
        flags_[{core, meeting.id}].push_back(shared);
    }
}

void Checker::OnInterBlock(const Core& core, const InterBlockEvent& event) {
    SharedClocks released;
    if (event.set) {
        released = std::make_shared<const CoreClocks>(Of(core).Release(core, PIPE_ALL));
    }
    if (!tracked_) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (event.set) {
        slots_[event.slot].push_back(std::move(released));
    } else {
        Take(core, slots_[event.slot]);
    }
}

// Of the lowest core that has one.
void Checker::PrintFirst(const Hints& hints) const {
    for (uint32_t i = 0; i < hints.size(); ++i) {
        if (!hints[i].empty()) {
            base::Log(base::LogLevel::kWarning, fmt::format("{}: {} {}: {}", launch_->op_type,
                                                            places_[i].name, places_[i].block, hints[i]));
            return;
        }
    }
}

std::optional<Fault> Checker::Finish() {
    PrintFirst(value_hints_);
    PrintFirst(mask_hints_);
    PrintFirst(narrow_hints_);
    PrintFirst(atomic_hints_);
    if (!tracked_ || std::any_of(logs_.begin(), logs_.end(), [](const CoreLog& log) { return log.full; })) {
        base::Log(
            base::LogLevel::kWarning,
            fmt::format("{}: too many {} to compare what blocks do to global memory: races may go unseen",
                        launch_->op_type, tracked_ ? "accesses" : "cores"));
    }
    const std::optional<Race> race = tracked_ ? FindRace(logs_) : std::nullopt;
    if (!race.has_value()) {
        return std::nullopt;
    }
    Fault fault;
    fault.kind = FaultKind::kRace;
    fault.At(places_[race->core_a]);
    fault.instruction = race->a.call;
    fault.site = race->a.site;
    fault.address = race->shared.begin;
    fault.problem = fmt::format("{} {}, which {} {} {} with {} at {}, and nothing orders the two",
                                VerbOf(race->a, race->b), DescribeGlobal(*launch_, race->shared),
                                places_[race->core_b].name, places_[race->core_b].block,
                                VerbOf(race->b, race->a), race->b.call, Describe(race->b.site));
    fault.remedy = RemedyFor(*race);
    return fault;
}

}  // namespace aclnn_cpu::aicore::check
