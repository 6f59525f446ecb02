#include "aicore/check/checker.h"

#include <fmt/format.h>

#include "aicore/text.h"
#include "base/log.h"

namespace aclnn_cpu::aicore::check {

namespace {

CoreChecker& Of(const Core& core) { return *static_cast<CoreChecker*>(core.check_state); }

std::string_view VerbOf(GlobalUse use) {
    return use == GlobalUse::kRead ? "reads" : use == GlobalUse::kWrite ? "writes" : "adds atomically to";
}

}  // namespace

Checker::Checker(uint32_t cores, bool strict)
    : strict_(strict),
      places_(cores),
      logs_(cores),
      value_hints_(cores),
      mask_hints_(cores),
      narrow_hints_(cores),
      released_(cores),
      meetings_(cores) {}

Checker::~Checker() = default;

void Checker::OnBlockBegin(const Core& core) {
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<CoreChecker>& checker = checkers_[&core];
        if (checker == nullptr) {
            checker = std::make_unique<CoreChecker>(core, strict_);
        }
        core.check_state = checker.get();
        places_[core.index] = core;
        op_type_ = core.op_type;
    }
    Of(core).Begin(core);
}

void Checker::OnKernelEnd(const Core& core) {
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
void Checker::OnPipeReset(const Core& core) { Of(core).OnPipeReset(core); }

// ---- between cores

void Checker::OnSyncAllArrive(const Core& core, const CallSite& site) {
    const uint32_t most = core.kind == CoreKind::kCube ? core.soc->aic_cores() : core.soc->aiv_cores();
    if (core.block_count > most) {
        RaiseCall(
            core, FaultKind::kDeadlock, "SyncAll", site,
            fmt::format(
                "the launch has {} blocks, expected at most {}, the cores of {}: blocks that wait for a "
                "core never arrive",
                core.block_count, most, core.soc->name),
            "start no more blocks than cores where all must meet");
    }
    Of(core).Release();
    const std::lock_guard lock(mutex_);
    released_[core.index] = Of(core).released();
    const uint32_t meeting = meetings_[core.index];
    if (arrived_.size() <= meeting) {
        arrived_.resize(meeting + 1, std::vector<uint32_t>(released_.size()));
    }
    arrived_[meeting][core.index] = Of(core).released();
}

void Checker::OnSyncAllLeave(const Core& core, const CallSite&) {
    const std::lock_guard lock(mutex_);
    Of(core).Acquire(arrived_[meetings_[core.index]++]);
}

void Checker::OnCrossCoreFlag(const Core& core, const CrossCoreFlagEvent& event) {
    MeetByFlag(core, event.wait);
}
void Checker::OnInterBlock(const Core& core, const InterBlockEvent& event) { MeetByFlag(core, !event.set); }

// A core that waits for a flag comes after all that the others did before they last set one.
void Checker::MeetByFlag(const Core& core, bool wait) {
    const std::lock_guard lock(mutex_);
    if (wait) {
        Of(core).Acquire(released_);
    } else {
        Of(core).Release();
        released_[core.index] = Of(core).released();
    }
}

// Of the lowest core that has one.
void Checker::PrintFirst(const Hints& hints) const {
    for (uint32_t i = 0; i < hints.size(); ++i) {
        if (!hints[i].empty()) {
            base::Log(base::LogLevel::kWarning,
                      fmt::format("{}: {} {}: {}", op_type_, places_[i].name, places_[i].block, hints[i]));
            return;
        }
    }
}

std::optional<Fault> Checker::Finish() {
    PrintFirst(value_hints_);
    PrintFirst(mask_hints_);
    PrintFirst(narrow_hints_);
    const std::optional<Race> race = FindRace(logs_);
    if (!race.has_value()) {
        return std::nullopt;
    }
    Fault fault;
    fault.kind = FaultKind::kRace;
    fault.At(places_[race->core_a]);
    fault.instruction = race->a.call;
    fault.site = race->a.site;
    fault.address = race->shared.begin;
    fault.problem = fmt::format(
        "{} {} bytes of global memory from {:#x} that {} {} {} by {} at {}, with nothing that "
        "orders the two",
        VerbOf(race->a.use), race->shared.bytes(), race->shared.begin, places_[race->core_b].name,
        places_[race->core_b].block, VerbOf(race->b.use), race->b.call, Describe(race->b.site));
    fault.remedy = "give each block its own bytes, put SyncAll between the two, or use atomic copies";
    return fault;
}

}  // namespace aclnn_cpu::aicore::check
