#include "aicore/after_fault.h"

#include "aicore/core.h"

namespace aclnn_cpu::aicore {

namespace {

// Not told: OnPipeReset, which comes from a destructor of the emulator's own, and the ends.
class Ended : public Observer {
 public:
    void OnInstructionBegin(const Core& core, const Instruction&) override { core.waiter->GoesOn(); }
    void OnAllocate(const Core& core, const BufferRecord&) override { core.waiter->GoesOn(); }
    void OnQueue(const Core& core, const QueueEvent&) override { core.waiter->GoesOn(); }
    void OnFlag(const Core& core, const FlagEvent&) override { core.waiter->GoesOn(); }
    void OnPipeBarrier(const Core& core, pipe_t, const CallSite&) override { core.waiter->GoesOn(); }
    void OnSyncAllArrive(const Core& core, const CallSite&) override { core.waiter->GoesOn(); }
    void OnCrossCoreFlag(const Core& core, const CrossCoreFlagEvent&) override { core.waiter->GoesOn(); }
    void OnInterBlock(const Core& core, const InterBlockEvent&) override { core.waiter->GoesOn(); }
    void OnMask(const Core& core, MaskMeaning, const CallSite&) override { core.waiter->GoesOn(); }
    void OnMaskMode(const Core& core, const CallSite&) override { core.waiter->GoesOn(); }
    void OnScalar(const Core& core, const Operand&, bool, const CallSite&) override { core.waiter->GoesOn(); }
    void OnLocalAddress(const Core& core, AscendC::TPosition, uint64_t) override { core.waiter->GoesOn(); }
};

}  // namespace

Observer& AfterFault() {
    static Ended ended;
    return ended;
}

}  // namespace aclnn_cpu::aicore
