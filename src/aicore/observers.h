// Several observers at once, and who watches a launch.
#pragma once

#include <memory>
#include <vector>

#include "aicore/core_layout.h"
#include "aicore/launch.h"
#include "aicore/observer.h"
#include "base/status.h"

namespace aclnn_cpu::aicore {

namespace check {
class Checker;
}

// Tells every member, in the order they were added. What one of them raises, those behind it do not see.
class ACLNN_CPU_API ObserverGroup : public Observer {
 public:
    ~ObserverGroup() override;
    void Add(Observer& observer) { members_.push_back(&observer); }
    size_t size() const { return members_.size(); }
    // Whom cores tell: nobody, the only member, or the group.
    Observer* get() { return members_.empty() ? nullptr : members_.size() == 1 ? members_.front() : this; }

    void OnLaunchBegin(const KernelLaunch& launch, const CoreLayout& layout) override;
    void OnLaunchEnd() override;
    void OnRoundEnd() override;
    void OnWorkerBegin() override;
    void OnWorkerEnd() override;
    void OnBlockBegin(const Core& core) override;
    void OnKernelEnd(const Core& core) override;
    void OnBlockEnd(const Core& core) override;
    void OnInstructionBegin(const Core& core, const Instruction& instruction) override;
    void OnTransfer(const Core& core, const Instruction& instruction, const Transfer& transfer) override;
    void OnInstructionEnd(const Core& core, const Instruction& instruction) override;
    void OnAllocate(const Core& core, const BufferRecord& buffer) override;
    void OnQueue(const Core& core, const QueueEvent& event) override;
    void OnFlag(const Core& core, const FlagEvent& event) override;
    void OnPipeBarrier(const Core& core, pipe_t pipe, const CallSite& site) override;
    void OnSyncAllArrive(const Core& core, const CallSite& site) override;
    void OnSyncAllLeave(const Core& core, const CallSite& site) override;
    void OnCrossCoreFlag(const Core& core, const CrossCoreFlagEvent& event) override;
    void OnFlagMeeting(const FlagMeeting& meeting) override;
    void OnInterBlock(const Core& core, const InterBlockEvent& event) override;
    void OnMask(const Core& core, MaskMeaning meaning, const CallSite& site) override;
    void OnMaskMode(const Core& core, const CallSite& site) override;
    void OnFault(const Core& core, const Fault& fault) override;
    void OnScalar(const Core& core, const Operand& operand, bool write, const CallSite& site) override;
    void OnLocalAddress(const Core& core, AscendC::TPosition position, uint64_t address) override;
    void OnPipeReset(const Core& core) override;

 private:
    template <typename... Parameters, typename... Arguments>
    void Tell(void (Observer::*callback)(Parameters...), Arguments&&... arguments) {
        for (Observer* member : members_) {
            (member->*callback)(arguments...);
        }
    }
    std::vector<Observer*> members_;
};

// Who watches one launch: the observer of SetObserver, and those that settings ask for, which live as long as
// the launch.
class LaunchObservers {
 public:
    // Makes them and tells them that the launch begins; or says which cannot be made.
    base::Status Begin(const KernelLaunch& launch, const CoreLayout& layout);
    // After the last block: ends them, and returns what is wrong with a launch that went well so far.
    base::Status End(const KernelLaunch& launch, base::Status status);
    Observer* get() { return group_.get(); }

 private:
    base::Status Make(const KernelLaunch& launch, const CoreLayout& layout);
    void Own(std::unique_ptr<Observer> observer);

    ObserverGroup group_;
    std::vector<std::unique_ptr<Observer>> owned_;
    check::Checker* checker_ = nullptr;  // one of them
};

}  // namespace aclnn_cpu::aicore
