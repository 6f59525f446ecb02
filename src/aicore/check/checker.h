// Watches a launch and says what is wrong with its kernel.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "aicore/check/core_checker.h"
#include "aicore/fault.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore::check {

// For one launch. Faults that show inside a block end it; those that show between blocks come from Finish.
class Checker : public Observer {
 public:
    // `strict`: without what the device compiler orders by itself, and with what the chip takes silently.
    Checker(uint32_t cores, bool strict);
    ~Checker() override;

    // After the last block: what is wrong between blocks, if anything.
    std::optional<Fault> Finish();

    void OnLaunchBegin(const KernelLaunch& launch, const CoreLayout& layout) override;
    void OnRoundEnd() override;
    void OnBlockBegin(const Core& core) override;
    void OnKernelEnd(const Core& core) override;
    void OnBlockEnd(const Core& core) override;
    void OnInstructionBegin(const Core& core, const Instruction& instruction) override;
    void OnTransfer(const Core& core, const Instruction& instruction, const Transfer& transfer) override;
    void OnInstructionEnd(const Core& core, const Instruction& instruction) override;
    void OnAllocate(const Core& core, const BufferRecord& record) override;
    void OnQueue(const Core& core, const QueueEvent& event) override;
    void OnFlag(const Core& core, const FlagEvent& event) override;
    void OnPipeBarrier(const Core& core, pipe_t pipe, const CallSite& site) override;
    void OnSyncAllArrive(const Core& core, const CallSite& site) override;
    void OnSyncAllLeave(const Core& core, const CallSite& site) override;
    void OnCrossCoreFlag(const Core& core, const CrossCoreFlagEvent& event) override;
    void OnFlagMeeting(const FlagMeeting& meeting) override;
    void OnInterBlock(const Core& core, const InterBlockEvent& event) override;
    void OnScalar(const Core& core, const Operand& element, bool write, const CallSite& site) override;
    void OnMask(const Core& core, MaskMeaning meaning, const CallSite& site) override;
    void OnMaskMode(const Core& core, const CallSite& site) override;
    void OnLocalAddress(const Core& core, AscendC::TPosition position, uint64_t address) override;
    void OnPipeReset(const Core& core) override;

 private:
    // What cores hand over at a barrier. What they do in a round, others see in the next.
    struct Barrier {
        CoreClocks now;
        bool changed = false;
        SharedClocks seen;
    };
    // What sets of a flag carry, the oldest first: a wait takes one.
    using Sets = std::deque<SharedClocks>;
    void Take(const Core& core, Sets& sets);
    void CheckFitting(const Core& core, std::string call, const CallSite& site) const;

    const bool strict_;
    std::mutex mutex_;
    std::unordered_map<const Core*, std::unique_ptr<CoreChecker>> checkers_;
    std::vector<CorePlace> places_;  // of the cores that have begun, by index
    std::vector<CoreLog> logs_;      // of those that have ended
    // Hints of one kind, by core: a launch gives at most one of each.
    using Hints = std::vector<std::string>;
    void PrintFirst(const Hints& hints) const;
    Hints value_hints_;
    Hints mask_hints_;
    Hints narrow_hints_;
    Hints atomic_hints_;
    const KernelLaunch* launch_ = nullptr;
    uint32_t fitting_ = 0;  // blocks that the chip runs at the same time
    bool tracked_ = true;   // whether the clocks of so many cores are kept
    Barrier barrier_;
    std::map<std::tuple<uint32_t, uint8_t, uint8_t>, Sets> early_;  // by core, mode and id: still alone
    std::map<std::pair<uint32_t, uint8_t>, Sets> flags_;            // by core and id: what its waits take
    std::map<const void*, Sets> slots_;                             // of IBSet
};

}  // namespace aclnn_cpu::aicore::check
