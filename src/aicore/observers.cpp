#include "aicore/observers.h"

#include <utility>

#include "aicore/check/checker.h"
#include "aicore/fault.h"
#include "aicore/trace.h"
#include "aicore/watchdog.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore {

using O = Observer;

ObserverGroup::~ObserverGroup() = default;

void ObserverGroup::OnLaunchBegin(const KernelLaunch& l, const CoreLayout& y) {
    Tell(&O::OnLaunchBegin, l, y);
}
void ObserverGroup::OnLaunchEnd() { Tell(&O::OnLaunchEnd); }
void ObserverGroup::OnRoundEnd() { Tell(&O::OnRoundEnd); }
void ObserverGroup::OnWorkerBegin() { Tell(&O::OnWorkerBegin); }
void ObserverGroup::OnWorkerEnd() { Tell(&O::OnWorkerEnd); }
void ObserverGroup::OnBlockBegin(const Core& c) { Tell(&O::OnBlockBegin, c); }
void ObserverGroup::OnKernelEnd(const Core& c) { Tell(&O::OnKernelEnd, c); }
void ObserverGroup::OnBlockEnd(const Core& c) { Tell(&O::OnBlockEnd, c); }
void ObserverGroup::OnInstructionBegin(const Core& c, const Instruction& i) {
    Tell(&O::OnInstructionBegin, c, i);
}
void ObserverGroup::OnTransfer(const Core& c, const Instruction& i, const Transfer& t) {
    Tell(&O::OnTransfer, c, i, t);
}
void ObserverGroup::OnInstructionEnd(const Core& c, const Instruction& i) {
    Tell(&O::OnInstructionEnd, c, i);
}
void ObserverGroup::OnAllocate(const Core& c, const BufferRecord& b) { Tell(&O::OnAllocate, c, b); }
void ObserverGroup::OnQueue(const Core& c, const QueueEvent& e) { Tell(&O::OnQueue, c, e); }
void ObserverGroup::OnFlag(const Core& c, const FlagEvent& e) { Tell(&O::OnFlag, c, e); }
void ObserverGroup::OnPipeBarrier(const Core& c, pipe_t p, const CallSite& s) {
    Tell(&O::OnPipeBarrier, c, p, s);
}
void ObserverGroup::OnSyncAllArrive(const Core& c, const CallSite& s) { Tell(&O::OnSyncAllArrive, c, s); }
void ObserverGroup::OnSyncAllLeave(const Core& c, const CallSite& s) { Tell(&O::OnSyncAllLeave, c, s); }
void ObserverGroup::OnCrossCoreFlag(const Core& c, const CrossCoreFlagEvent& e) {
    Tell(&O::OnCrossCoreFlag, c, e);
}
void ObserverGroup::OnFlagMeeting(const FlagMeeting& m) { Tell(&O::OnFlagMeeting, m); }
void ObserverGroup::OnInterBlock(const Core& c, const InterBlockEvent& e) { Tell(&O::OnInterBlock, c, e); }
void ObserverGroup::OnMask(const Core& c, MaskMeaning m, const CallSite& s) { Tell(&O::OnMask, c, m, s); }
void ObserverGroup::OnMaskMode(const Core& c, const CallSite& s) { Tell(&O::OnMaskMode, c, s); }
void ObserverGroup::OnFault(const Core& c, const Fault& f) { Tell(&O::OnFault, c, f); }
void ObserverGroup::OnScalar(const Core& c, const Operand& o, bool w, const CallSite& s) {
    Tell(&O::OnScalar, c, o, w, s);
}
void ObserverGroup::OnLocalAddress(const Core& c, AscendC::TPosition p, uint64_t a) {
    Tell(&O::OnLocalAddress, c, p, a);
}
void ObserverGroup::OnPipeReset(const Core& c) { Tell(&O::OnPipeReset, c); }

// Those that settings ask for. The trace comes first: it shows the step that makes another observer raise a fault.
base::Status LaunchObservers::Make(const KernelLaunch& launch, const CoreLayout& layout) {
    const base::Settings& settings = base::CurrentSettings();
    if (!settings.trace.empty()) {
        std::unique_ptr<Observer> tracer;
        ACLNN_CPU_RETURN_IF_ERROR(MakeTracer(launch, settings.trace, &tracer));
        Own(std::move(tracer));
    }
    if (settings.check != base::CheckMode::kOff) {
        auto checker =
            std::make_unique<check::Checker>(layout.cores(), settings.check == base::CheckMode::kStrict);
        checker_ = checker.get();
        Own(std::move(checker));
    }
    if (const double seconds = base::WatchdogSeconds(settings); seconds > 0) {
        Own(MakeWatchdog(launch, seconds));
    }
    return base::Status::Ok();
}

base::Status LaunchObservers::Begin(const KernelLaunch& launch, const CoreLayout& layout) {
    ACLNN_CPU_RETURN_IF_ERROR(Make(launch, layout));
    if (Observer* const set = CurrentObserver(); set != nullptr) {
        group_.Add(*set);
    }
    group_.OnLaunchBegin(launch, layout);
    return base::Status::Ok();
}

base::Status LaunchObservers::End(const KernelLaunch& launch, base::Status status) {
    group_.OnLaunchEnd();
    if (checker_ != nullptr && status.ok()) {
        if (const std::optional<Fault> fault = checker_->Finish(); fault.has_value()) {
            return ToStatus(*fault, launch.op_type, *launch.soc);
        }
    }
    return status;
}

void LaunchObservers::Own(std::unique_ptr<Observer> observer) {
    group_.Add(*observer);
    owned_.push_back(std::move(observer));
}

}  // namespace aclnn_cpu::aicore
